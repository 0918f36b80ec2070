// Two upstream manifests need a correction before pnpm resolves them.
export const hooks = {
  readPackage(pkg) {
    // The Node.js binary packages publish `os` and `cpu` as strings; pnpm records only arrays in the lockfile.
    if (/^node-(linux|win)-/.test(pkg.name)) {
      pkg.os = [pkg.os].flat();
      pkg.cpu = [pkg.cpu].flat();
    }
    // openapi-typescript prints with the JavaScript API of TypeScript 5, which TypeScript 7 no longer has. This can go when
    // openapi-typescript goes (packages/client/decisions.md), or names TypeScript 5 as its dependency.
    if (pkg.name === 'openapi-typescript') {
      delete pkg.peerDependencies?.typescript;
      pkg.dependencies = { ...pkg.dependencies, typescript: '5.9.3' };
    }
    return pkg;
  },
};

export const hooks = {
  readPackage(pkg) {
    // The Node.js binary packages publish `os` and `cpu` as strings; pnpm records only arrays in the lockfile.
    if (/^node-(linux|win)-/.test(pkg.name)) {
      pkg.os = [pkg.os].flat();
      pkg.cpu = [pkg.cpu].flat();
    }
    return pkg;
  },
};

import { queryOf, quoted, type SampleRequest, type Writing, written } from './request.ts';

const CSHARP: Writing = { text: quoted, variable: (name) => `Environment.GetEnvironmentVariable("${name}")!` };

/** The request in C#, as a program of .NET 8 or newer; .NET 10 runs the file alone: `dotnet run FILE`. */
export const csharp = (
  request: SampleRequest,
): string => `// Where HttpClientFactory makes the client, add .RemoveAllLoggers(): it logs addresses, which contain the key.
using var handler = new HttpClientHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(30) };
var query = string.Join("&", new Dictionary<string, string> {
${queryOf(request)
  .map((one) => `    [${quoted(one.name)}] = ${written(CSHARP, one)},`)
  .join('\n')}
}.Select(one => $"{Uri.EscapeDataString(one.Key)}={Uri.EscapeDataString(one.Value)}"));
try
{
    using var response = await client.GetAsync(${quoted(`${request.address}${request.path}?`)} + query);
    var body = await response.Content.ReadAsStringAsync();
    if ((int)response.StatusCode == 200)
    {
        Console.WriteLine(body);
        return 0;
    }
    Console.Error.WriteLine($"HTTP {(int)response.StatusCode}: {body}");
}
catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
{
    Console.Error.WriteLine($"no reply: {error.GetType().Name}");
}
return 1;`;

import { queryOf, quoted, type SampleRequest, type Writing, written } from './request.ts';

const JAVA: Writing = { text: quoted, variable: (name) => `System.getenv("${name}")` };

/** The request in Java 11 or newer: `java Lookup.java`. Its HTTP client follows no redirect by default. */
export const java = (request: SampleRequest): string => `import java.io.IOException;
import java.net.*;
import java.net.http.*;
import java.time.Duration;
import static java.nio.charset.StandardCharsets.UTF_8;

public class Lookup {
  public static void main(String[] arguments) throws InterruptedException {
    var query = String.join("&",
${queryOf(request)
  .map((one) => `      ${quoted(`${encodeURIComponent(one.name)}=`)} + URLEncoder.encode(${written(JAVA, one)}, UTF_8)`)
  .join(',\n')});
    // Print neither address nor request: they contain the key.
    var address = URI.create(${quoted(`${request.address}${request.path}?`)} + query);
    var lookup = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build();
    try {
      var response = HttpClient.newHttpClient().send(lookup, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) fail("HTTP " + response.statusCode() + ": " + response.body());
      System.out.println(response.body()); // a JSON library reads it
    } catch (IOException error) {
      fail("no reply: " + error.getClass().getSimpleName());
    }
  }

  static void fail(String message) {
    System.err.println(message);
    System.exit(1);
  }
}`;

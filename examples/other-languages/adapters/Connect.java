package vehicledatalookupservice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends the actual requests of a client that is generated from clients.json. The file is in the working directory. */
public final class Connect {
    public static Client connect(String baseUrl, String user, String key) throws IOException {
        var paths = map(map(Client.Json.parse(Files.readString(Path.of("clients.json")))).get("paths"));
        // The selectors and the account are added below the client, so that the client's errors do not contain the key.
        var wire = new Client.Middleware() {
            @Override
            public void onRequest(HttpRequest.Builder request) {
                var uri = request.build().uri();
                var path = uri.getRawPath();
                var end = path.lastIndexOf('/');
                var operation = map(map(paths.get(path.substring(end))).get("get"));
                var added = new LinkedHashMap<String, Object>(map(operation.getOrDefault("x-selector", Map.of())));
                added.put("user", user);
                added.put("key", key);
                var query = added.entrySet().stream()
                    .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue().toString(), UTF_8))
                    .collect(Collectors.joining("&"));
                var given = uri.getRawQuery() == null ? "" : uri.getRawQuery() + "&";
                var base = uri.getScheme() + "://" + uri.getRawAuthority() + path.substring(0, end);
                request.uri(URI.create(base + "/api/?" + given + query));
            }

            @Override
            public void onResponse(HttpResponse<InputStream> response) {
                var status = response.statusCode();
                if (status / 100 == 3) throw new IllegalStateException("HTTP " + status + ": a redirect, which is not followed");
            }
        };
        return new Client(new Client.Config().serverUrl(baseUrl).timeout(Duration.ofSeconds(30)).middleware(wire));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object json) {
        return (Map<String, Object>) json;
    }
}

// Sends the actual requests of a client that is generated from clients.json. The file is in the same directory.
package client

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed clients.json
var document []byte

// wire adds the selectors and the account below http.Client, so that errors and the Referer do not contain the key.
type wire struct {
	user, key string
	paths     map[string]struct {
		Get struct {
			Selector map[string]any `json:"x-selector"`
		}
	}
}

func (w wire) RoundTrip(request *http.Request) (*http.Response, error) {
	operation, query := path.Base(request.URL.Path), request.URL.Query()
	for name, value := range w.paths["/"+operation].Get.Selector {
		query.Set(name, fmt.Sprint(value))
	}
	query.Set("user", w.user)
	query.Set("key", w.key)
	sent := request.Clone(request.Context())
	sent.URL.Path = strings.TrimSuffix(request.URL.Path, operation) + "api/"
	sent.URL.RawQuery = query.Encode()
	response, err := http.DefaultTransport.RoundTrip(sent)
	if response != nil {
		response.Request = request
	}
	return response, err
}

// Connect creates a client with a time limit that does not follow redirects.
func Connect(baseURL, user, key string) *Client {
	below := wire{user: user, key: key}
	if err := json.Unmarshal(document, &struct{ Paths any }{&below.paths}); err != nil {
		panic(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return New(Config{ServerURL: baseURL, Timeout: 30 * time.Second, HTTPClient: &http.Client{Transport: below, CheckRedirect: stay}})
}

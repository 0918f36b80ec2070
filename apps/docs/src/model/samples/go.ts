import { queryOf, quoted, type SampleRequest, type Writing, written } from './request.ts';

const GO: Writing = { text: quoted, variable: (name) => `os.Getenv("${name}")` };

/** The request in Go, with nothing but its standard library. */
export const go = (request: SampleRequest): string => `package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"
)

func main() {
	query := url.Values{
${queryOf(request)
  .map((one) => `\t\t${quoted(one.name)}: {${written(GO, one)}},`)
  .join('\n')}
	}
	client := http.Client{
		Timeout: 30 * time.Second,
		// A redirect would send the key to another address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Get(${quoted(`${request.address}${request.path}?`)} + query.Encode())
	if err != nil {
		var failure *url.Error // its text has the address, which contains the key
		if errors.As(err, &failure) {
			err = failure.Err
		}
		log.Fatalln("no reply:", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		log.Fatalf("HTTP %d: %s", response.StatusCode, body)
	}
	os.Stdout.Write(body)
}`;

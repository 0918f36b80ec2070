import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonPackages, type ToolChain } from '@vehicle-lookup/testing';

/** A call to a generated client. */
export interface Call {
  id: string;
  inputs: [name: string, value: string | number][];
}

/** The files and programs that use a generated client in one language. */
export interface GeneratedLanguage {
  name: string;
  tool: ToolChain;
  /** The adapter of `examples/other-languages/adapters`. */
  adapter: string;
  /** The file that the generator creates. */
  client: string;
  /** The directory of the client and the adapter, relative to the program. */
  home: string;
  /** The code that creates a client with the adapter, and a client for the proxy, with the base URL in `base`. */
  connect: Record<'adapter' | 'proxy', string>;
  /** Returns a program that makes all calls to each URL. It prints `ok <id>` for data, or `error <id>` with all error details. */
  program: (connect: string, calls: readonly Call[], addresses: readonly string[]) => string;
  file: string;
  /** Commands in the directory of the program; the last command runs the program. */
  commands: string[][];
  /** Prepares the directory. @returns the environment variables of the commands */
  prepare?: (directory: string) => Record<string, string>;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const named = (inputs: Call['inputs'], write: (name: string, value: string) => string) =>
  inputs.map(([name, value]) => write(name, JSON.stringify(value))).join(', ');
const list = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(', ');

export const python: GeneratedLanguage = {
  name: 'Python',
  // The generated client imports httpx.
  tool: 'pip',
  adapter: 'connect.py',
  client: 'client.py',
  home: '.',
  connect: { adapter: 'connect(base, "demo", key)', proxy: 'Client(base, timeout=60)' },
  program: (connect, calls, addresses) => `import logging, os, traceback
from client import Client
from connect import connect
logging.basicConfig(level=logging.DEBUG)
key = os.environ.get("VEHICLE_LOOKUP_KEY")
def call(id, get):
    try:
        if get().data is not None: print("ok", id)
    except Exception as error:
        print("error", id, repr(error), vars(error))
        traceback.print_exc()
for base in [${list(addresses)}]:
    lookup = ${connect}
    print(repr(lookup))
${calls
  .map(({ id, inputs }) => {
    const given = named(inputs, (name, value) => `${snake(name)}=${value}`);
    return `    call("${id}", lambda: lookup.${snake(id)}(${given}))`;
  })
  .join('\n')}
`,
  file: 'calls.py',
  commands: [['python3', 'calls.py']],
  prepare: () => ({ PYTHONPATH: pythonPackages() }),
};

const php: GeneratedLanguage = {
  name: 'PHP',
  tool: 'php',
  adapter: 'connect.php',
  client: 'client.php',
  home: '.',
  connect: {
    adapter: 'connect($base, "demo", getenv("VEHICLE_LOOKUP_KEY"))',
    proxy: 'new Client(new Config($base, timeout: 60.0, retry: ["attempts" => 1]))',
  },
  program: (connect, calls, addresses) => `<?php
namespace VehicleDataLookupService;
require_once 'connect.php';
foreach ([${list(addresses)}] as $base) {
    $lookup = ${connect};
    print_r($lookup);
    var_dump($lookup);
    $call = function (string $id, callable $get) {
        try {
            if ($get()->data !== null) echo "ok $id\\n";
        } catch (\\Throwable $error) {
            echo "error $id $error\\n";
            print_r($error);
            var_dump($error);
        }
    };
${calls
  .map(({ id, inputs }) => {
    const given = named(inputs, (name, value) => `${name}: ${value}`);
    return `    $call('${id}', fn () => $lookup->${id}(${given}));`;
  })
  .join('\n')}
}
`,
  file: 'calls.php',
  commands: [['php', 'calls.php']],
};

const go: GeneratedLanguage = {
  name: 'Go',
  tool: 'go',
  adapter: 'connect.go',
  client: 'client.go',
  home: 'client',
  connect: {
    adapter: 'client.Connect(base, "demo", os.Getenv("VEHICLE_LOOKUP_KEY"))',
    proxy: 'client.New(client.Config{ServerURL: base, Timeout: time.Minute})',
  },
  program: (connect, calls, addresses) => `package main

import (
	"context"
	"fmt"
	"os"
	"time"
	"vehicles/client"
)

var _, _ = os.Getenv, time.Minute

func p[T any](value T) *T { return &value }

func show(id string, data any, err error) {
	if err != nil {
		fmt.Printf("error %s %v %+v %#v\\n", id, err, err, err)
	} else if data != nil {
		fmt.Println("ok", id)
	}
}

func main() {
	background := context.Background()
	for _, base := range []string{${list(addresses)}} {
		lookup := ${connect}
		fmt.Printf("%+v\\n", lookup)
${calls
  .map(({ id, inputs }) => {
    const given = named(
      inputs,
      (name, value) => `${capital(name)}: p(${/^\d/.test(value) ? `int64(${value})` : value})`,
    );
    const params = inputs.length > 0 ? `, &client.${capital(id)}Params{${given}}` : '';
    return `\t\t{ response, err := lookup.${capital(id)}(background${params}); show("${id}", response.Data, err) }`;
  })
  .join('\n')}
	}
}
`,
  file: 'calls.go',
  commands: [['go', 'run', '.']],
  // In Go, a directory is a package.
  prepare(directory) {
    writeFileSync(join(directory, 'go.mod'), 'module vehicles\n\ngo 1.19\n');
    return {};
  },
};

const java: GeneratedLanguage = {
  name: 'Java',
  tool: 'java',
  adapter: 'Connect.java',
  client: 'Client.java',
  home: '.',
  connect: {
    adapter: 'Connect.connect(base, "demo", System.getenv("VEHICLE_LOOKUP_KEY"))',
    proxy: 'new Client(new Client.Config().serverUrl(base).timeout(java.time.Duration.ofMinutes(1)))',
  },
  program: (connect, calls, addresses) => `package vehicledatalookupservice;

public class Calls {
    public static void main(String[] arguments) throws Exception {
        for (var base : java.util.List.of(${list(addresses)})) {
            var lookup = ${connect};
            System.out.println(lookup);
${calls
  .map(({ id, inputs }) => {
    const given = inputs.map(
      ([name, value]) => `.${name}(${JSON.stringify(value)}${typeof value === 'number' ? 'L' : ''})`,
    );
    const params = inputs.length > 0 ? `new Client.${capital(id)}Params()${given.join('')}` : '';
    return `            call("${id}", () -> { var response = lookup.${id}(${params}); return response == null ? null : response.data2(); });`;
  })
  .join('\n')}
        }
    }

    static void call(String id, java.util.function.Supplier<Object> get) {
        try {
            if (get.get() != null) System.out.println("ok " + id);
        } catch (Exception error) {
            System.out.println("error " + id + " " + error);
            error.printStackTrace(System.out);
        }
    }
}
`,
  file: 'Calls.java',
  commands: [
    ['javac', '-encoding', 'UTF-8', '-d', 'classes', 'Client.java', 'Connect.java', 'Calls.java'],
    ['java', '-cp', 'classes', 'vehicledatalookupservice.Calls'],
  ],
};

export const languages: readonly GeneratedLanguage[] = [python, php, go, java];

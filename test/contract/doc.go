// Package contract tests the HTTP API from outside: real platforms with both databases, called over TCP, every response
// checked against api/openapi.yaml.
//
// A response that the document does not describe fails a test, as does a request that the document forbids and the
// server accepts. Every operation is called with a good and a bad outcome. Every error has the API's error body and
// reveals no internals.
//
// The package does not repeat the tests of rules below the API, and it measures nothing.
package contract

// Package openapitest holds what a server answered against api/openapi.yaml, for tests that talk to a real server.
//
// It promises that an answer which the document does not describe, and an error which does not have the fixed body or
// shows the inside of the server, is named in words that a test can print. It asks nothing itself: a test gives it each
// request with its answer, or lets Transport carry the requests.
package openapitest

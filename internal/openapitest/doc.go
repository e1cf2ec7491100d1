// Package openapitest checks responses against api/openapi.yaml, for tests that call a real server.
//
// It reports every response that the document does not describe, and every error that does not have the API's error
// body or reveals internals of the server. It sends no requests itself: a test passes each request with its response,
// or uses Transport.
package openapitest

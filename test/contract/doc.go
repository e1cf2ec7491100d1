// Package contract holds the tests of the HTTP interface from outside: real platforms on both databases, spoken to over
// TCP, every answer held against api/openapi.yaml.
//
// It promises that an answer which the document does not describe fails a test, as does a request which the document
// forbids and the server carries out; that every operation is tried with a good and with a bad outcome; and that every
// error, whatever provoked it, has the fixed body and gives nothing of the inside away.
//
// It does not test rules that have a place of their own below the interface, and it makes no measurements.
package contract

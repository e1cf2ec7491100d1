// Package auditstream sends the entries of the audit log to another system: a syslog server or an HTTP endpoint.
//
// It sends the entries of each organization in the order of their numbers, each at least once: the position is stored after a
// batch was sent, so a batch is sent again if the server stops in between. While the destination fails, it retries and
// keeps the position. Of several servers, one at a time sends.
//
// Syslog has no acknowledgments: entries that were written to a connection that breaks may be lost. An HTTP endpoint
// acknowledges a batch with its status.
package auditstream

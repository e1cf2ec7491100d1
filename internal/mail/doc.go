// Package mail sends messages of the server to people, through the SMTP server of the operator.
//
// A connection is encrypted before anything is sent: with TLS from the start (smtps), or with STARTTLS, without which nothing is
// sent (smtp). Only ?tls=none in the URL sends in the clear, for a relay on the same machine. The certificate of the server is
// verified against the roots of the system.
//
// Every attempt has a time limit. The package does not retry: its callers know how long a message is worth it. It writes no log,
// and its errors contain neither the password nor the text of a message.
package mail

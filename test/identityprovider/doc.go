// Command identityprovider is a real OpenID provider and a real SAML identity provider for tests, in one process of its own.
//
// The protocols are those of the libraries github.com/zitadel/oidc (Apache-2.0) and github.com/crewjam/saml (BSD-2-Clause),
// which no part of Millrace's side shares with them: Millrace verifies with go-oidc, and with the service provider part of
// crewjam/saml. It is a module of its own, so that the product does not depend on it.
//
//	identityprovider -listen 127.0.0.1:0 -client-id millrace -client-secret secret -redirect-uri http://…/login/callback
//
// It prints one line of JSON when it is ready: {"issuer": "http://127.0.0.1:40001", "saml": "http://127.0.0.1:40002/metadata"}.
//
// Tests change it with POST /control of the issuer, which no real provider has:
//
//	{"users": [{"id", "username", "password", "email", "emailVerified", "firstName", "lastName", "groups"}]}   adds people, by id
//	{"audience": "other"}     issues tokens for another client; "" for the right one again
//	{"codesExpire": true}     rejects every code
//	{"rotateKeys": true}      signs with a new key from now on and forgets the old one, for both protocols
//	{"services": ["http://…/login/saml/metadata?organization=acme"]}   reads the metadata of SAML services
package main

// Package singlesignon signs people in through real identity providers: the OpenID provider and the SAML provider of
// test/identityprovider, in a process of their own. A browser with cookies goes from the server to the provider and back, on
// the organization's subdomain and on the server's own host.
package singlesignon

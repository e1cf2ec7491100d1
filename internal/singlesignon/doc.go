// Package singlesignon signs people in through the identity provider of their organization: OpenID Connect or SAML 2.0.
//
// A sign-in takes two requests of the browser:
//
//	Start   stores a sign-in request, and sends the browser to the provider with a state, a nonce and a PKCE challenge
//	Finish  takes the request, exchanges the code, verifies the ID token, finds the user, and opens a session
//
// A SAML response comes in a third request between them, because it is a POST of another site, which has no cookies of
// ours. AcceptSAML verifies it and stores the identity in the sign-in request; the browser then goes on to Finish.
//
// What it promises:
//
//   - A response counts once, for ten minutes, and only in the browser that began the sign-in: the state is the key of a row
//     that Finish deletes, and the row has the hash of a cookie.
//   - The issuer, the signature, the audience, the nonce, the expiry and the hash of the access token are verified. Clocks may
//     differ by a minute.
//   - An identity is one user: after the first sign-in the issuer and the subject identify the user. Before it the e-mail
//     address does, if the provider has verified it. Rules are in package account.
//   - Every request to a provider obeys package egress, uses no proxy, follows no redirect, and has a time and a size limit.
//
// An error has a code (CodeOf) that the sign-in page explains. What the provider wrote stays in the log of the server.
//
// The package does not create access tokens: people generate them in the web application after the sign-in.
package singlesignon

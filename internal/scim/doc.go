// Package scim lets an identity provider create, change and remove the users and groups of an organization: SCIM 2.0, RFC 7643
// and RFC 7644, at /scim/v2.
//
// A request has the SCIM token of an organization (Tokens). Service.Handle responds to it:
//
//	Handle → route → read the body → change a resource in one transaction → present
//
// What it promises:
//
//   - A SCIM user is a user of the organization: all users are visible, and an address or userName has one user.
//   - A user who is deactivated or deleted loses all sessions and access tokens in the same transaction.
//   - The groups of a user decide the role in the organization, as groups at a sign-in do. A changed membership changes the
//     role in the same transaction.
//   - It never removes a break-glass administrator or the last administrator, and never sets a password.
//   - Bodies, pages, operations and the depth of filters have limits.
//
// A PATCH is applied to the resource as the client sees it, a JSON object; the result is then read like the body of a PUT. One
// evaluator decides about filters of lists and about value filters of a PATCH.
//
// Bulk requests, sorting and passwords are not supported.
package scim

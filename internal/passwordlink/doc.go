// Package passwordlink lets people choose a password with a link: at an invitation, after an administrator reset the password,
// and when they forgot it.
//
// A link contains a random secret behind the # of its address, so that no server, proxy or mail scanner sees it in a request. Only
// its hash is stored. A link works once: using it sets the password, revokes all credentials of the user and signs the person in.
// It ends at its time, when a newer link of its kind is created, and with the credentials of the user: when the user is disabled
// or deleted, or the password or the e-mail address changes. Looking at a link does not use it.
//
// A request from the sign-in page always gets the same response at the same time. The server handles it afterwards, and sends at
// most one mail to a user within some minutes.
package passwordlink

// Package secret keeps the server key and what is done with it: hashing access tokens and sealing credentials.
//
// There is one master key of 32 bytes per deployment. It comes from the configuration or from the file server.key in
// the data folder, which the first start makes. From it separate keys are derived for each use, so that a weakness of
// one use does not reach another.
//
// The package promises that a sealed value opens only under the same key and in the same context (the row it was made
// for), that any change to it is noticed, and that neither key nor derived keys are ever printed, not even by %#v.
//
// It does not store anything but the key file, does not rotate keys, and knows nothing of users or connections.
//
// Whoever loses the key loses every sealed credential and every access token: it belongs into the backup, apart from
// the database.
package secret

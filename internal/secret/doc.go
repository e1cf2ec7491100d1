// Package secret manages the server key and its uses: hashing access tokens and sealing credentials.
//
// A deployment has one master key of 32 bytes, and after a rotation its older keys too, until nothing needs them. They come
// from the configuration or from the file server.key in the data folder, which the first start creates. Separate keys are
// derived from each for each use, so that a weakness of one use does not affect another. The database says which key seals;
// values that other keys sealed still open. The key that hashes tokens stays the same through rotations.
//
// The package guarantees that a sealed value opens only with the same key and in the same context (the row it was made
// for), that any change to it is detected, and that neither the key nor derived keys are ever printed, not even by %#v.
//
// It stores nothing but the key file, and does not know users, connections or which values are sealed.
//
// Losing the key means losing every sealed credential and every access token. Back it up separately from the database.
package secret

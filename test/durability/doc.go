// Package durability kills a server during writes and checks that every acknowledged write is kept.
package durability

// Package durability shows that what was acknowledged is kept, whatever happens to the process.
package durability

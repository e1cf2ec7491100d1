package admin

// KeyReport describes the keys of a deployment.
type KeyReport struct {
	Active string   // fingerprint of the key that seals
	Keys   []string // fingerprints of all keys, newest first
	// Secrets is how many values are sealed, by the fingerprint of their key; "" counts those that do not name it.
	Secrets map[string]int
	// Pending is how many values open only with another key than the active one.
	Pending int
	// Changed is how many values a rotation has sealed again.
	Changed int
	// Removed are the keys that were removed from the key file.
	Removed []string
	// Unreadable are the objects whose value no key opens.
	Unreadable []string
}

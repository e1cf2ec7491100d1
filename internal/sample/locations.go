package sample

// Locations returns the storage locations of the sample, in the order in which data passes through them.
func Locations() []string { return []string{"RAW", "STAGE", "CORE", "MART"} }

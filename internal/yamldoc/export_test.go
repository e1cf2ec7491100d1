package yamldoc

// ReadFast opens the plain reader to the tests; nil when it gives up.
func ReadFast(text string) *Document {
	document, _ := readFast(text, &memory{})
	return document
}

// ReadWithLibrary opens the reader of everything else to the tests.
func ReadWithLibrary(text string) (*Document, error) {
	return readWithLibrary(text, position{1, 1})
}

package yamldoc

// ReadFast exports the plain reader for tests; it returns nil if the reader rejects the text.
func ReadFast(text string) *Document {
	document, _ := readFast(text, &memory{})
	return document
}

// ReadWithLibrary opens the reader of everything else to the tests.
func ReadWithLibrary(text string) (*Document, error) {
	return readWithLibrary(text, position{1, 1})
}

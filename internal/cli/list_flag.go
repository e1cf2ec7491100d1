package cli

// listFlag is the flag of a setting with several values: with commas between them, or repeated.
type listFlag struct {
	text  string
	isSet bool
}

// String returns the values with commas between them.
func (f *listFlag) String() string { return f.text }

// Set replaces the default, and adds to values that were given before.
func (f *listFlag) Set(text string) error {
	if f.isSet {
		text = f.text + "," + text
	}
	f.text, f.isSet = text, true
	return nil
}

// Type is the name of the value in help texts.
func (f *listFlag) Type() string { return "string" }

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// print writes a text to standard output in one call.
func (p Program) print(text string) error {
	_, err := io.WriteString(p.Stdout, text)
	return err
}

// printJSON writes a value as indented JSON.
func (p Program) printJSON(value any) error {
	encoder := json.NewEncoder(p.Stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// notef writes a note to standard error, so that the result can be piped.
func (p Program) notef(format string, args ...any) {
	_, _ = fmt.Fprintf(p.Stderr, "millrace: "+format+"\n", args...)
}

// counted returns a number with its noun.
func counted(number int, noun string) string {
	if number == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", number, noun)
}

// reportedError ends a command that has already printed the failure.
type reportedError struct{}

func (reportedError) Error() string { return "the work failed" }

// indent prefixes every line with space.
func indent(text, space string) string {
	return space + strings.ReplaceAll(text, "\n", "\n"+space)
}

// orEmpty returns an empty list for nil, so that JSON shows [] and not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// printDone reports an action on the object of an id.
func (p Program) printDone(text, id string, asJSON bool) error {
	if asJSON {
		return p.printJSON(struct {
			ID string `json:"id"`
		}{id})
	}
	return p.print(text + "\n")
}

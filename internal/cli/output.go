package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// print writes a text to standard output in one go.
func (p Program) print(text string) error {
	_, err := io.WriteString(p.Stdout, text)
	return err
}

// printJSON writes a value as JSON that people can read too.
func (p Program) printJSON(value any) error {
	encoder := json.NewEncoder(p.Stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// notef says something beside the result, so that the result can be piped.
func (p Program) notef(format string, args ...any) {
	_, _ = fmt.Fprintf(p.Stderr, "millrace: "+format+"\n", args...)
}

// counted writes a number with its noun.
func counted(number int, noun string) string {
	if number == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", number, noun)
}

// reportedError ends a command that has already said what failed.
type reportedError struct{}

func (reportedError) Error() string { return "the work failed" }

// indent puts the same space ahead of every line.
func indent(text, space string) string {
	return space + strings.ReplaceAll(text, "\n", "\n"+space)
}

// orEmpty makes a list that JSON writes as [] rather than null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// printDone says that something was done to the thing of an id.
func (p Program) printDone(text, id string, asJSON bool) error {
	if asJSON {
		return p.printJSON(struct {
			ID string `json:"id"`
		}{id})
	}
	return p.print(text + "\n")
}

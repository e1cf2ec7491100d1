package workspace

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
)

// descriptionAnnotation is how the text of a node says what the node is.
const descriptionAnnotation = "description"

// withDescription writes another description into a text, unless the text has another than before already. What cannot be
// written so that it is read again is refused.
func withDescription(text, before, after string) (string, error) {
	read, _ := projectfile.ParseNode(anywhere, text)
	if read.Description != before || read.SQL == nil || read.SQL.Read == nil {
		return text, nil
	}
	line := ""
	if after != "" {
		line = `@` + descriptionAnnotation + `("` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(after) + `")`
	}
	described := insertAnnotation(text, read.SQL.Read.Annotations, line)
	if again, _ := projectfile.ParseNode(anywhere, described); again.Description != after || again.Type != read.Type || again.ID != read.ID {
		return "", fault.New(fault.Invalid, "the description cannot be written into the text of the node").
			WithHint("Write it into sql yourself, as @description(\"…\") in the first lines.")
	}
	return described, nil
}

// insertAnnotation puts a line in the place of the description, or behind the first annotations.
func insertAnnotation(text string, annotations []sqltext.Annotation, line string) string {
	place, end := sqltext.Range{}, 0
	for _, a := range annotations {
		if a.Name == descriptionAnnotation {
			place = a.Range
		}
		end = a.Range.End
	}
	switch {
	case !place.IsEmpty() && line == "":
		return text[:place.Start] + strings.TrimPrefix(text[place.End:], "\n")
	case !place.IsEmpty():
		return text[:place.Start] + line + text[place.End:]
	case end > 0:
		return text[:end] + "\n" + line + text[end:]
	default:
		return line + "\n" + text
	}
}

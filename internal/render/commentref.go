package render

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// withoutCommentRefs replaces calls of ref in SQL comments by calls that return the same text and are no edges. Calls of
// ref_link stay, because the edge is all that they are for.
func withoutCommentRefs(text string) string {
	if !sqltext.MayHaveJinjaInComment(text) {
		return text
	}
	var out strings.Builder
	from := 0
	for _, ref := range sqltext.Refs(text) {
		if ref.Context == sqltext.InComment && ref.Function == "ref" {
			out.WriteString(text[from:ref.Call.Start])
			out.WriteString(commentRef)
			from = ref.Call.Start + len(ref.Function)
		}
	}
	out.WriteString(text[from:])
	return out.String()
}

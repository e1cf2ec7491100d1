package deploy

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/difference"
)

// lost identifies a loss.
type lost struct{ object, what, column string }

func lostBy(d *difference.Loss) lost { return lost{d.Object, d.What, d.Column} }

// newLosses returns the losses that are not among those of before, or that have clearly more rows.
func newLosses(before, now []difference.Loss) []difference.Loss {
	known := make(map[lost]*difference.Loss, len(before))
	for i := range before {
		known[lostBy(&before[i])] = &before[i]
	}
	var more []difference.Loss
	for i := range now {
		was, isKnown := known[lostBy(&now[i])]
		if !isKnown || isMore(was.Rows, now[i].Rows) {
			more = append(more, now[i])
		}
	}
	return more
}

// isMore reports whether a number of rows is clearly more than before: some instead of none, or more than a tenth more. A plan
// with an unknown number (nil) covers any number. A number that is unknown now counts as more.
func isMore(before, now *int64) bool {
	switch {
	case before == nil:
		return false
	case now == nil:
		return true
	default:
		return *now-*before > *before/10
	}
}

// maxNamed limits how many objects a message lists.
const maxNamed = 5

// listLosses lists losses with their numbers of rows.
func listLosses(list []difference.Loss) string {
	var names []string
	for _, d := range list {
		if len(names) == maxNamed {
			names = append(names, "and more")
			break
		}
		names = append(names, describe(d))
	}
	return strings.Join(names, ", ")
}

func describe(d difference.Loss) string {
	text := d.What + " " + d.Object
	if d.Column != "" {
		text = d.What + " " + d.Column + " of " + d.Object
	}
	if d.Rows == nil {
		return text
	}
	return fmt.Sprintf("%s (%d rows)", text, *d.Rows)
}

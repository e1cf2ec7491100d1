package deploy

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/difference"
)

// lost is what a destruction is about.
type lost struct{ object, what, column string }

func lostBy(d *difference.Loss) lost { return lost{d.Object, d.What, d.Column} }

// newLosses are the destructions that are not among those of before, or that hold clearly more than then.
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

// isMore reports whether a number of rows is clearly more than another one: some where there were none, or more than a tenth
// on top. Whoever was told that the number is not known was told of any number. One that can no longer be told is more.
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

// maxNamed is how many objects a message names.
const maxNamed = 5

// listLosses names what is lost, with how much of it.
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

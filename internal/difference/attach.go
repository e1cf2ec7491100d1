package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// attachAgain gives what is made anew the rights, the owner and the comments that the old object had. What cannot be given
// again is said.
func (w *work) attachAgain() {
	if w.there == nil || w.gives == nil || !w.isMadeAnew() {
		return
	}
	var lost []string
	for i := range w.there.Attached {
		attached := &w.there.Attached[i]
		switch {
		case attached.IsComment && w.writesComments():
		case w.canAttach(attached):
			w.gives.script.add("Give again "+attached.What, attached.Statement(w.name()))
		default:
			lost = append(lost, attached.What)
		}
	}
	if len(lost) > 0 {
		w.warn(Issue{
			Code:    CodeDetached,
			Message: fmt.Sprintf("%s is made anew and loses what was given to the old one: %s", w.name(), strings.Join(lost, ", ")),
			Hint:    "Give it again by hand after the deploy where it is needed.",
		})
	}
}

// isMadeAnew reports whether the object of the node is dropped and made again. Of a node that is its own, only the template
// knows.
func (w *work) isMadeAnew() bool {
	return w.after != nil && w.after.Kind != None && w.isReplaced && w.inPlace == nil && !w.isItsOwn()
}

// isItsOwn reports whether only the template knows what becomes of the object, or knew when it was deployed.
func (w *work) isItsOwn() bool {
	return w.before != nil && w.before.isItsOwn() || w.after != nil && w.after.isItsOwn()
}

// canAttach reports whether we can give something again: the new object is of the same kind and has the column that it was
// given to.
func (w *work) canAttach(a *engine.Attachment) bool {
	if kindOf(w.there) != w.after.Kind || a.Before == "" {
		return false
	}
	return a.Column == "" || slices.ContainsFunc(w.after.Columns, func(c StateColumn) bool { return c.Name == a.Column })
}

// writesComments reports whether the template writes comments by itself.
func (w *work) writesComments() bool {
	for i := range w.node.Create.Stages {
		if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(w.node.Create.Stages[i].SQL)), "COMMENT ") {
			return true
		}
	}
	return false
}

package compiler

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// originals returns the node that keeps each id: of several nodes with one id, the one that is not a copy. The nodes are
// in their order, and so the result is the same every time.
func originals(all []*Node) map[transform.NodeID]*Node {
	keepers := make(map[transform.NodeID]*Node, len(all))
	var read map[transform.NodeRef]bool
	for _, n := range all {
		first, taken := keepers[n.ID]
		if !taken {
			keepers[n.ID] = n
			continue
		}
		if read == nil {
			read = readByOthers(all)
		}
		if isCopy(first, n, read) {
			keepers[n.ID] = n
		}
	}
	return keepers
}

// isCopy reports whether the first of two nodes with one id is the copy. The first sign in which they differ decides; if
// they differ in none, the second is the copy.
func isCopy(first, second *Node, read map[transform.NodeRef]bool) bool {
	for _, sign := range []func(n, other *Node) bool{
		func(n, _ *Node) bool { return n.hasOtherFileName() },
		func(n, _ *Node) bool { return looksCopied(n.File) },
		func(n, _ *Node) bool { return !read[n.Ref()] },
		func(n, other *Node) bool { return n.Name != other.Name && strings.Contains(n.Name, other.Name) },
	} {
		if a, b := sign(first, second), sign(second, first); a != b {
			return a
		}
	}
	return false
}

// hasOtherFileName reports whether the file has another name than the node in it, as when a file was copied and not edited.
func (n *Node) hasOtherFileName() bool {
	return slices.ContainsFunc(n.findings[stepRead], func(d diagnostic.Diagnostic) bool { return d.Code == diagnostic.FileNameDiffers })
}

// looksCopied reports whether a file has a name that people and file managers give to copies.
func looksCopied(file string) bool {
	return regexp.MustCompile(`(?i)copy|copied|duplicate|\(\d+\)`).MatchString(path.Base(file))
}

// readByOthers returns the nodes that the texts of nodes with other ids name.
func readByOthers(all []*Node) map[transform.NodeRef]bool {
	count := make(map[transform.NodeID]int, len(all))
	for _, n := range all {
		count[n.ID]++
	}
	read := map[transform.NodeRef]bool{}
	for _, n := range all {
		if count[n.ID] > 1 {
			continue
		}
		for i := range n.written.Sources {
			for _, ref := range n.written.Sources[i].Dependencies {
				read[ref] = true
			}
		}
	}
	return read
}

func duplicateID(n, original *Node) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Code: diagnostic.DuplicateID, Severity: diagnostic.Error, Node: n.Ref().String(),
		Message: fmt.Sprintf("id %s is also the id of %s in %s", n.ID, original.Ref(), original.File),
		Hint:    hintOfCopy(n),
	}.At(n.File, n.At)
}

// hintOfCopy says how to give a copied node its own id. The id is derived from the old one and the path of the file, so
// that the hint stays the same until somebody follows it.
func hintOfCopy(n *Node) string {
	id := uuid.NewSHA1(uuid.NameSpaceURL, []byte(string(n.ID)+"\n"+n.File)).String()
	if n.Kind == transform.SQLNode {
		return fmt.Sprintf("this file looks like a copy; write @id(%q) in it, or delete it", id)
	}
	return fmt.Sprintf("this file looks like a copy; replace its id with %s, in its columns, too, or delete it", id)
}

package repository

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// The sides that can resolve a conflict.
const (
	Ours   = "ours"
	Theirs = "theirs"
)

// Conflict is a file that both sides have changed differently. A text is nil if the file does not exist there.
type Conflict struct {
	Part

	Path               string
	Base, Ours, Theirs []byte
}

// sides has three states of the same files.
type sides struct {
	base, ours, theirs map[string][]byte
}

// merge merges both sides, file by file. It resolves conflicts as resolve says, by path, and returns the others; then
// the merged files must not be used. Entries of resolve without a conflict are ignored.
func (s sides) merge(resolve map[string]string) (map[string][]byte, []Conflict) {
	merged := map[string][]byte{}
	var open []Conflict
	for _, path := range s.paths() {
		side, resolved := s.side(path)
		if !resolved {
			side, resolved = s.chosen(resolve[path])
		}
		if !resolved {
			open = append(open, s.conflict(path))
			continue
		}
		put(merged, side, path)
	}
	open = append(open, s.doubles(merged, resolve)...)
	slices.SortFunc(open, func(x, y Conflict) int { return cmp.Compare(x.Path, y.Path) })
	return merged, open
}

// put sets a path to the file of one side.
func put(merged, side map[string][]byte, path string) {
	if content, is := side[path]; is {
		merged[path] = content
		return
	}
	delete(merged, path)
}

// chosen returns the side that resolve names for a conflict.
func (s sides) chosen(choice string) (side map[string][]byte, resolved bool) {
	switch choice {
	case Ours:
		return s.ours, true
	case Theirs:
		return s.theirs, true
	default:
		return nil, false
	}
}

// paths returns the paths of all three states, sorted.
func (s sides) paths() []string {
	all := map[string]bool{}
	for _, side := range []map[string][]byte{s.base, s.ours, s.theirs} {
		for path := range side {
			all[path] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// side returns the side that a path is taken from, unless both have changed it differently.
func (s sides) side(path string) (side map[string][]byte, resolved bool) {
	ours, isOurs := s.ours[path]
	theirs, isTheirs := s.theirs[path]
	base, wasBase := s.base[path]
	alike := func(x []byte, isX bool, y []byte, isY bool) bool { return isX == isY && bytes.Equal(x, y) }
	switch {
	case alike(ours, isOurs, theirs, isTheirs), alike(theirs, isTheirs, base, wasBase):
		return s.ours, true
	case alike(ours, isOurs, base, wasBase):
		return s.theirs, true
	default:
		return nil, false
	}
}

func (s sides) conflict(path string) Conflict {
	return Conflict{Path: path, Base: s.base[path], Ours: s.ours[path], Theirs: s.theirs[path]}
}

// doubles finds parts that the merge would duplicate although neither side has duplicates: each side renamed a node
// differently, or two users created a job with the same number. Entries of resolve for their files are applied.
func (s sides) doubles(merged map[string][]byte, resolve map[string]string) []Conflict {
	for path := range s.twice(merged) {
		if side, resolved := s.chosen(resolve[path]); resolved {
			put(merged, side, path)
		}
	}
	var found []Conflict
	for path := range s.twice(merged) {
		found = append(found, s.conflict(path))
	}
	return found
}

// twice returns the files that define a part which another file defines too, one from each side.
func (s sides) twice(merged map[string][]byte) map[string]bool {
	suspects := map[string][]byte{}
	for path, content := range merged {
		_, isOurs := s.ours[path]
		_, isTheirs := s.theirs[path]
		if isOurs != isTheirs {
			suspects[path] = content
		}
	}
	byPart := map[Part][]string{}
	for path, part := range partsOf(suspects) {
		if part.ID != "" {
			identity := Part{Kind: part.Kind, ID: part.ID}
			byPart[identity] = append(byPart[identity], path)
		}
	}
	found := map[string]bool{}
	for _, paths := range byPart {
		if s.isSplit(paths) {
			for _, path := range paths {
				found[path] = true
			}
		}
	}
	return found
}

// isSplit reports whether paths are of both sides.
func (s sides) isSplit(paths []string) bool {
	_, first := s.ours[paths[0]]
	return slices.ContainsFunc(paths, func(path string) bool {
		_, is := s.ours[path]
		return is != first
	})
}

// about adds to each conflict the part of the project, from the side that has the file.
func about(conflicts []Conflict) {
	texts := map[string][]byte{}
	for _, c := range conflicts {
		for _, text := range [][]byte{c.Ours, c.Theirs, c.Base} {
			if text != nil {
				texts[c.Path] = text
				break
			}
		}
	}
	parts := partsOf(texts)
	for i := range conflicts {
		conflicts[i].Part = parts[conflicts[i].Path]
	}
}

// checkResolve rejects values other than the sides.
func checkResolve(resolve map[string]string) error {
	for path, side := range resolve {
		if side != Ours && side != Theirs {
			return fault.New(fault.Invalid, "%q is not a side of the conflict in %s", side, path).WithHint("Use ours or theirs.")
		}
	}
	return nil
}

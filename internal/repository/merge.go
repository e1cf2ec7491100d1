package repository

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// The sides that a conflict can be settled for.
const (
	Ours   = "ours"
	Theirs = "theirs"
)

// Conflict is a file that both sides have changed, each in its own way. A text is nil where the file is not there.
type Conflict struct {
	Part

	Path               string
	Base, Ours, Theirs []byte
}

// sides are three states of the same files.
type sides struct {
	base, ours, theirs map[string][]byte
}

// merge brings both sides together, file by file. Conflicts are settled as resolve says, by path; the others are given
// back, and then the merged files are not to be used. What is no conflict is not asked for.
func (s sides) merge(resolve map[string]string) (map[string][]byte, []Conflict) {
	merged := map[string][]byte{}
	var open []Conflict
	for _, path := range s.paths() {
		side, settled := s.side(path)
		if !settled {
			side, settled = s.chosen(resolve[path])
		}
		if !settled {
			open = append(open, s.conflict(path))
			continue
		}
		put(merged, side, path)
	}
	open = append(open, s.doubles(merged, resolve)...)
	slices.SortFunc(open, func(x, y Conflict) int { return cmp.Compare(x.Path, y.Path) })
	return merged, open
}

// put makes a path what one side has there.
func put(merged, side map[string][]byte, path string) {
	if content, is := side[path]; is {
		merged[path] = content
		return
	}
	delete(merged, path)
}

// chosen is the side that somebody has settled a conflict for.
func (s sides) chosen(choice string) (side map[string][]byte, settled bool) {
	switch choice {
	case Ours:
		return s.ours, true
	case Theirs:
		return s.theirs, true
	default:
		return nil, false
	}
}

// paths are those of all three, sorted.
func (s sides) paths() []string {
	all := map[string]bool{}
	for _, side := range []map[string][]byte{s.base, s.ours, s.theirs} {
		for path := range side {
			all[path] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// side is the side that a path is taken from, unless both have changed it, each in its own way.
func (s sides) side(path string) (side map[string][]byte, settled bool) {
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

// doubles finds parts that would be there twice after the merge, although neither side has them twice: each side gave a
// node a name of its own, or two people made a job with the same number. What resolve says of their files is done.
func (s sides) doubles(merged map[string][]byte, resolve map[string]string) []Conflict {
	for path := range s.twice(merged) {
		if side, settled := s.chosen(resolve[path]); settled {
			put(merged, side, path)
		}
	}
	var found []Conflict
	for path := range s.twice(merged) {
		found = append(found, s.conflict(path))
	}
	return found
}

// twice are the files that hold a part which another file holds as well, one from each side.
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

// about says of each conflict what it is about, as the side says that has the file.
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

// checkResolve refuses words that settle nothing.
func checkResolve(resolve map[string]string) error {
	for path, side := range resolve {
		if side != Ours && side != Theirs {
			return fault.New(fault.Invalid, "%q settles no conflict of %s", side, path).WithHint("It is ours or theirs.")
		}
	}
	return nil
}

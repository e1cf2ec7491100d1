package gitrepo

import "github.com/go-git/go-git/v5/plumbing"

// Hash is the name of an object: forty hexadecimal digits. The empty hash is no object.
type Hash string

// IsHash reports whether a text has the form of a hash.
func IsHash(text string) bool {
	if len(text) != hashLength {
		return false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

const hashLength = 40

func (h Hash) plumbing() plumbing.Hash { return plumbing.NewHash(string(h)) }

func hashOf(h plumbing.Hash) Hash {
	if h.IsZero() {
		return ""
	}
	return Hash(h.String())
}

// Kind is the kind of an object.
type Kind string

// The kinds of objects.
const (
	CommitKind Kind = "commit"
	TreeKind   Kind = "tree"
	BlobKind   Kind = "blob"
	TagKind    Kind = "tag"
)

func (k Kind) plumbing() plumbing.ObjectType {
	kind, err := plumbing.ParseObjectType(string(k))
	if err != nil {
		return plumbing.InvalidObject
	}
	return kind
}

// Object is an object as it is stored.
type Object struct {
	Hash   Hash
	Kind   Kind
	Size   int64  // of the content
	Packed []byte // the content, compressed as in packs
}

// name returns the hash of a content.
func name(kind Kind, content []byte) Hash {
	return hashOf(plumbing.ComputeHash(kind.plumbing(), content))
}

// encoded returns an object in the form that the git library reads.
func (x *expander) encoded(o Object) (*plumbing.MemoryObject, error) {
	content, err := x.content(o)
	if err != nil {
		return nil, err
	}
	var memory plumbing.MemoryObject
	memory.SetType(o.Kind.plumbing())
	_, err = memory.Write(content)
	return &memory, err
}

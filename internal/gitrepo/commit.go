package gitrepo

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/millrace/millrace/internal/fault"
)

// Signature is an author or committer with a time.
type Signature struct {
	Name  string
	Email string
	When  time.Time
}

// Commit is a commit without its files.
type Commit struct {
	Hash      Hash
	Parents   []Hash
	Author    Signature
	Committer Signature
	Message   string

	tree Hash
}

// Draft has the content of a new commit.
type Draft struct {
	Branch string
	// Parents are the parents of the commit; the first is the expected head of the branch. None makes the first commit
	// of the branch.
	Parents []Hash
	Files   map[string][]byte // all files, except those that Keep keeps
	// Keep reports whether a file of the parent that is not in Files stays; nil keeps none.
	Keep    func(path string, size int64) bool
	Author  Signature
	Message string
}

// maxMessage limits the message of a commit.
const maxMessage = 64 << 10

// Record makes a commit and moves its branch to it. It is invalid if nothing has changed since the parent, and a
// conflict if the branch has moved.
func (r *Repository) Record(ctx context.Context, draft Draft) (Commit, error) {
	if err := draft.check(); err != nil {
		return Commit{}, err
	}
	var before Commit
	parent := listing{}
	if len(draft.Parents) > 0 {
		var err error
		if before, err = r.Commit(ctx, draft.Parents[0]); err != nil {
			return Commit{}, err
		}
		if parent, err = r.list(ctx, before.tree); err != nil {
			return Commit{}, err
		}
	}
	tree, err := r.newDraft(draft.Files, parent)
	if err != nil {
		return Commit{}, err
	}
	if err := r.keep(ctx, tree, parent, draft); err != nil {
		return Commit{}, err
	}
	root, err := tree.build()
	if err != nil {
		return Commit{}, err
	}
	if root == before.tree && len(draft.Parents) == 1 {
		return Commit{}, fault.New(fault.Invalid, "nothing to commit: the files are equal to those of %s", before.Hash).
			WithHint("Change something first.")
	}
	return r.seal(ctx, draft, root, tree.fresh)
}

// seal stores the objects of a commit and moves the branch.
func (r *Repository) seal(ctx context.Context, draft Draft, root Hash, fresh []Object) (Commit, error) {
	made, err := draft.encode(root)
	if err != nil {
		return Commit{}, err
	}
	for some := range slices.Chunk(append(fresh, made), batch) {
		if err := r.storage.Put(ctx, some); err != nil {
			return Commit{}, err
		}
	}
	move := Move{Name: branchPrefix + draft.Branch, To: made.Hash}
	if len(draft.Parents) > 0 {
		move.From = draft.Parents[0]
	}
	if err := r.storage.Move(ctx, move); err != nil {
		return Commit{}, err
	}
	return decodeCommit(new(expander), made)
}

func (d Draft) check() error {
	if err := CheckBranch(d.Branch); err != nil {
		return err
	}
	return CheckMessage(d.Message)
}

// CheckMessage rejects an invalid commit message.
func CheckMessage(message string) error {
	switch {
	case strings.TrimSpace(message) == "":
		return fault.New(fault.Invalid, "the commit has no message").WithHint("Describe the change in one line.")
	case len(message) > maxMessage:
		return fault.New(fault.Invalid, "the message of the commit is too long").WithHint("Use at most %d bytes.", maxMessage)
	case strings.ContainsRune(message, 0):
		return fault.New(fault.Invalid, "the message of the commit contains a NUL byte").WithHint("Use printable text.")
	}
	return nil
}

// encode returns the object of the commit.
func (d Draft) encode(root Hash) (Object, error) {
	who := d.Author.encode()
	commit := object.Commit{
		Author: who, Committer: who, TreeHash: root.plumbing(),
		Message: strings.TrimRightFunc(strings.ReplaceAll(d.Message, "\r\n", "\n"), unicode.IsSpace) + "\n",
	}
	for _, parent := range d.Parents {
		commit.ParentHashes = append(commit.ParentHashes, parent.plumbing())
	}
	var encoded plumbing.MemoryObject
	if err := commit.Encode(&encoded); err != nil {
		return Object{}, err
	}
	return new(compressor).objectOf(&encoded)
}

// encode returns a signature in git's form: whole seconds, and no characters that end its parts.
func (s Signature) encode() object.Signature {
	clean := func(text, otherwise string) string {
		text = strings.TrimSpace(strings.Map(func(c rune) rune {
			if c == '<' || c == '>' || unicode.IsControl(c) {
				return -1
			}
			return c
		}, text))
		if text == "" {
			return otherwise
		}
		return text
	}
	return object.Signature{Name: clean(s.Name, "unknown"), Email: clean(s.Email, "unknown"), When: s.When.UTC().Truncate(time.Second)}
}

// Commit returns a commit by its hash.
func (r *Repository) Commit(ctx context.Context, name Hash) (Commit, error) {
	objects, err := r.load(ctx, []Hash{name})
	if err != nil {
		return Commit{}, err
	}
	if objects[name].Kind != CommitKind {
		return Commit{}, missing(name)
	}
	return decodeCommit(new(expander), objects[name])
}

func decodeCommit(x *expander, from Object) (Commit, error) {
	encoded, err := x.encoded(from)
	if err != nil {
		return Commit{}, damaged(from, err)
	}
	var commit object.Commit
	if err := commit.Decode(encoded); err != nil {
		return Commit{}, damaged(from, err)
	}
	decoded := Commit{
		Hash: from.Hash, tree: hashOf(commit.TreeHash), Message: strings.ToValidUTF8(strings.TrimRight(commit.Message, "\n"), "\uFFFD"),
		Author: decodeSignature(commit.Author), Committer: decodeSignature(commit.Committer),
	}
	for _, parent := range commit.ParentHashes {
		decoded.Parents = append(decoded.Parents, hashOf(parent))
	}
	return decoded, nil
}

func decodeSignature(s object.Signature) Signature {
	return Signature{Name: strings.ToValidUTF8(s.Name, "\uFFFD"), Email: strings.ToValidUTF8(s.Email, "\uFFFD"), When: s.When.UTC()}
}

package gitrepo

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"

	"github.com/millrace/millrace/internal/fault"
)

// abilities lists the capabilities of this side of the protocol. Shallow clones are not supported.
const abilities = "multi_ack_detailed side-band-64k ofs-delta no-progress agent=millrace"

// Advertise writes the branches for a git client that clones, with the one to check out, in git's HTTP protocol.
func (r *Repository) Advertise(ctx context.Context, w io.Writer, checkOut string) error {
	branches, err := r.Branches(ctx)
	if err != nil {
		return err
	}
	lines, head := make([]Reference, 0, len(branches)+1), ""
	for _, b := range branches {
		if b.Name == checkOut {
			lines = slices.Insert(lines, 0, Reference{Name: "HEAD", Target: b.Head})
			head = " symref=HEAD:" + branchPrefix + b.Name
		}
		lines = append(lines, Reference{Name: branchPrefix + b.Name, Target: b.Head})
	}
	if len(lines) == 0 {
		lines = append(lines, Reference{Name: "capabilities^{}"})
	}
	e := pktline.NewEncoder(w)
	if err := errors.Join(e.Encodef("# service=%s\n", uploadPack), e.Flush()); err != nil {
		return err
	}
	for i, l := range lines {
		suffix := ""
		if i == 0 {
			suffix = "\x00" + abilities + head
		}
		if err := e.Encodef("%s %s%s\n", l.Target.orZero(), l.Name, suffix); err != nil {
			return err
		}
	}
	return e.Flush()
}

// maxWanted limits what a client may request at once.
const maxWanted = 10_000

// asked is what a client wants and has.
type asked struct {
	exchange

	banded   bool
	detailed bool
	isDone   bool
}

// UploadPack answers a request of a git client for objects. Only the heads of branches can be requested.
func (r *Repository) UploadPack(ctx context.Context, request io.Reader, w io.Writer) error {
	a, err := readRequest(request)
	if err != nil {
		return err
	}
	if len(a.wants) == 0 {
		return nil
	}
	if err := r.checkWants(ctx, a.wants); err != nil {
		return err
	}
	common, err := r.common(ctx, a.haves)
	if err != nil {
		return err
	}
	if err := a.acknowledge(w, common); err != nil || !a.isDone {
		return err
	}
	names, err := r.reach(ctx, exchange{wants: a.wants, haves: common})
	if err != nil {
		return err
	}
	return r.sendPack(ctx, w, names, a.banded)
}

// readRequest reads a request to its end.
func readRequest(request io.Reader) (asked, error) {
	var a asked
	lines := pktline.NewScanner(request)
	for lines.Scan() {
		words := strings.Fields(string(lines.Bytes()))
		if len(words) == 0 {
			continue // a flush between parts
		}
		if !a.take(words) || len(a.wants)+len(a.haves) > maxWanted {
			return asked{}, badRequest(nil)
		}
	}
	if err := lines.Err(); err != nil {
		return asked{}, badRequest(err)
	}
	return a, nil
}

// take reads one line of a request, and reports whether it is valid.
func (a *asked) take(words []string) bool {
	isNamed := len(words) >= 2 && IsHash(words[1])
	switch {
	case words[0] == "done":
		a.isDone = true
	case words[0] == "want" && isNamed:
		a.wants = append(a.wants, Hash(words[1]))
		a.banded = a.banded || slices.Contains(words[2:], "side-band-64k")
		a.detailed = a.detailed || slices.Contains(words[2:], "multi_ack_detailed")
	case words[0] == "have" && isNamed:
		a.haves = append(a.haves, Hash(words[1]))
	default:
		return false
	}
	return true
}

func badRequest(err error) error {
	return fault.Wrap(err, fault.Invalid, "this is not a request of a git client").
		WithHint("Clone with git; shallow clones are not supported.")
}

func (r *Repository) checkWants(ctx context.Context, wants []Hash) error {
	branches, err := r.Branches(ctx)
	if err != nil {
		return err
	}
	heads := map[Hash]bool{}
	for _, b := range branches {
		heads[b.Head] = true
	}
	for _, want := range wants {
		if !heads[want] {
			return missing(want)
		}
	}
	return nil
}

// common returns those of the commits that also exist here.
func (r *Repository) common(ctx context.Context, haves []Hash) ([]Hash, error) {
	if len(haves) == 0 {
		return nil, nil
	}
	graph, err := r.graph(ctx)
	if err != nil {
		return nil, err
	}
	var found []Hash
	for _, have := range haves {
		if _, ok := graph[have]; ok {
			found = append(found, have)
		}
	}
	return found, nil
}

// acknowledge lists the common commits. Without one, the client continues to ask.
func (a *asked) acknowledge(w io.Writer, common []Hash) error {
	e := pktline.NewEncoder(w)
	if a.detailed {
		for _, hash := range common {
			if err := e.Encodef("ACK %s common\n", hash); err != nil {
				return err
			}
		}
	}
	if !a.isDone {
		if a.detailed && len(common) > 0 {
			if err := e.Encodef("ACK %s ready\n", common[len(common)-1]); err != nil {
				return err
			}
		}
		if a.detailed || len(common) == 0 {
			return e.Encodef("NAK\n")
		}
	}
	if len(common) > 0 {
		return e.Encodef("ACK %s\n", common[len(common)-1])
	}
	return e.Encodef("NAK\n")
}

func (r *Repository) sendPack(ctx context.Context, w io.Writer, names []Hash, banded bool) error {
	if !banded {
		return r.writePack(ctx, w, names)
	}
	buffered := bufio.NewWriterSize(sideband.NewMuxer(sideband.Sideband64k, w), sideband.MaxPackedSize64k-5)
	if err := r.writePack(ctx, buffered, names); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return pktline.NewEncoder(w).Flush()
}

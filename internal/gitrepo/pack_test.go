package gitrepo_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/adler32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/gitrepo"
)

// TestPackOfGitIsUnpacked: packs with deltas of both kinds become the files that git sees.
func TestPackOfGitIsUnpacked(t *testing.T) {
	t.Parallel()
	for name, option := range map[string]string{"by offset": "--delta-base-offset", "by name": "--no-reuse-delta"} {
		origin := newGit(t).repository("real", files{"a": strings.Repeat("line\n", 1000), "nodes/b": "1"})
		for i := range 20 {
			origin.write(files{"a": strings.Repeat("line\n", 1000) + strings.Repeat("more\n", i+1)})
			origin.run("commit", "--quiet", "--all", "--message=more")
		}
		origin.run("repack", "-a", "-d", "-f", "--depth=50", "--window=50")
		origin.write(files{"revs": "main\n"})
		pack := origin.pack(option)
		d := newFixture(t)
		names, err := d.Unpack(t.Context(), pack)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		head := gitrepo.Hash(origin.run("rev-parse", "HEAD"))
		if names[head] != gitrepo.CommitKind {
			t.Fatalf("%s: no commit %s in %v", name, head, names)
		}
		got, err := d.Files(t.Context(), head)
		if err != nil {
			t.Fatal(err)
		}
		want := origin.read()
		delete(want, "revs")
		if diff := cmp.Diff(want, texts(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if log, err := d.Log(t.Context(), head, 100); err != nil || len(log) != 21 {
			t.Errorf("%s: %d commits, %v", name, len(log), err)
		}
	}
}

// pack packs everything of a repository.
func (g git) pack(option string) []byte {
	g.t.Helper()
	name := g.run("pack-objects", "--all", "--quiet", option, filepath.Join(g.folder, ".git", "x"))
	content, err := os.ReadFile(filepath.Join(g.folder, ".git", "x-"+name+".pack"))
	if err != nil {
		g.t.Fatal(err)
	}
	return content
}

// TestOurPackIsReadByGit: also a part of a history, for a client that has the rest.
func TestOurPackIsReadByGit(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", sampleFiles())
	changed := sampleFiles()
	changed["nodes/new"] = strings.Repeat("x", 100_000)
	second := d.commit("main", changed, first.Hash)
	program := newGit(t)
	program.run("init", "--quiet", "x")
	program.in("x").load(d, second.Hash)
	program.in("x").run("checkout", "--quiet", string(second.Hash))
	if diff := cmp.Diff(changed, program.in("x").read()); diff != "" {
		t.Error(diff)
	}
	program.in("x").run("fsck", "--strict")
	part, err := d.Pack(t.Context(), []gitrepo.Hash{second.Hash}, []gitrepo.Hash{first.Hash})
	if err != nil {
		t.Fatal(err)
	}
	if objects := binary.BigEndian.Uint32(part[8:]); objects != 4 { // the file, its folder, the root and the commit
		t.Errorf("%d objects are sent, want 4", objects)
	}
}

// hostile builds a pack by hand.
type hostile struct{ entries [][]byte }

func packHead(kind byte, size uint64) []byte {
	head := []byte{kind<<4 | byte(size&0x0f)}
	for size >>= 4; size > 0; size >>= 7 {
		head[len(head)-1] |= 0x80
		head = append(head, byte(size&0x7f))
	}
	return head
}

func deflate(content []byte) []byte {
	if size := uint16(len(content)); int(size) == len(content) { // as one block that is not compressed, which is quick
		b := binary.LittleEndian.AppendUint16([]byte{0x78, 0x01, 0x01}, size)
		b = append(binary.LittleEndian.AppendUint16(b, ^size), content...)
		return binary.BigEndian.AppendUint32(b, adler32.Checksum(content))
	}
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

const (
	blobType     = 3
	offsetDelta  = 6
	nameDelta    = 7
	emptyVersion = 2
)

// add adds an entry that claims a size, with what stands between head and content.
func (h *hostile) add(kind byte, size uint64, between, content []byte) {
	h.entries = append(h.entries, bytes.Join([][]byte{packHead(kind, size), between, deflate(content)}, nil))
}

func (h *hostile) pack() []byte { return h.claiming(uint32(len(h.entries)), emptyVersion) }

func (h *hostile) claiming(count, version uint32) []byte {
	b := binary.BigEndian.AppendUint32([]byte("PACK"), version)
	b = binary.BigEndian.AppendUint32(b, count)
	for _, e := range h.entries {
		b = append(b, e...)
	}
	sum := sha1.Sum(b)
	return append(b, sum[:]...)
}

func blobs(contents ...string) *hostile {
	h := &hostile{}
	for _, c := range contents {
		h.add(blobType, uint64(len(c)), nil, []byte(c))
	}
	return h
}

func nameOf(content string) []byte {
	raw, _ := hex.DecodeString(string(gitrepo.NameOf([]byte(content))))
	return raw
}

func hostilePacks() map[string][]byte {
	bomb := &hostile{}
	bomb.add(blobType, 64<<20, nil, make([]byte, 64<<20))
	liar := &hostile{}
	liar.add(blobType, 10, nil, make([]byte, 1<<20))
	short := &hostile{}
	short.add(blobType, 1<<20, nil, []byte("x"))
	huge := &hostile{}
	huge.add(blobType, 1<<60, nil, nil)
	forward := blobs("base")
	forward.add(offsetDelta, 3, []byte{0x00}, []byte{4, 4, 0x90})
	before := blobs("base")
	before.add(offsetDelta, 3, []byte{0xff, 0xff, 0x7f}, []byte{4, 4, 0x90})
	absent := &hostile{}
	absent.add(nameDelta, 3, nameOf("nothing"), []byte{4, 4, 0x90})
	growing := blobs("base")
	growing.add(nameDelta, 12, nameOf("base"), []byte{4, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x90, 4, 0x90, 4, 0x90, 4})
	broken := blobs("base")
	broken.add(nameDelta, 4, nameOf("base"), []byte{4, 4, 0x00, 0x00})
	empty := blobs("base")
	empty.add(nameDelta, 0, nameOf("base"), nil)
	unknown := &hostile{}
	unknown.add(5, 1, nil, []byte("x"))
	return map[string][]byte{
		"nothing": {}, "text": []byte("PACK is what it begins with, but no more"),
		"another version": blobs("x").claiming(1, 3), "too many claimed": blobs("x").claiming(1<<31, 2), "one more claimed": blobs("x").claiming(2, 2),
		"a bomb": bomb.pack(), "more than it says": liar.pack(), "less than it says": short.pack(), "a size of nonsense": huge.pack(),
		"a delta on itself": forward.pack(), "a delta before the beginning": before.pack(), "a delta on nothing": absent.pack(),
		"a delta that grows": growing.pack(), "a broken delta": broken.pack(), "an empty delta": empty.pack(), "an unknown kind": unknown.pack(),
		"cut off": blobs("x", "y").pack()[:30], "a wrong sum": append(blobs("x").pack()[:30], make([]byte, 20)...),
	}
}

func TestHostilePacks(t *testing.T) {
	t.Parallel()
	for name, pack := range hostilePacks() {
		d := newFixture(t)
		if got, err := d.Unpack(t.Context(), pack); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestPacksHaveLimits: each limit by itself ends the unpacking.
func TestPacksHaveLimits(t *testing.T) {
	t.Parallel()
	pack := blobs("one", "two", strings.Repeat("x", 1000)).pack()
	for name, limits := range map[string]gitrepo.Limits{
		"objects": {PackObjects: 2}, "bytes of one": {FileBytes: 999}, "bytes of all": {PackContent: 1005},
	} {
		d := newLimitedFixture(t, limits)
		if _, err := d.Unpack(t.Context(), pack); err == nil || !strings.Contains(err.Error(), "too much") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := newLimitedFixture(t, gitrepo.Limits{PackObjects: 3, FileBytes: 1000, PackContent: 1006}).Unpack(t.Context(), pack); err != nil {
		t.Errorf("within the limits: %v", err)
	}
}

// TestDeltaChains: a long chain is resolved; one that is longer than git makes is refused.
func TestDeltaChains(t *testing.T) {
	t.Parallel()
	for length, isFine := range map[int]bool{4000: true, 5000: false} {
		h := blobs("0000")
		before := "0000"
		for i := 1; i <= length; i++ {
			next := fmt.Sprintf("%04d", i)
			h.add(nameDelta, 7, nameOf(before), []byte{4, 4, 4, next[0], next[1], next[2], next[3]})
			before = next
		}
		_, err := newFixture(t).Unpack(t.Context(), h.pack())
		if (err == nil) != isFine {
			t.Errorf("a chain of %d: %v", length, err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	for _, pack := range hostilePacks() {
		if len(pack) < 10_000 {
			f.Add(pack)
		}
	}
	f.Fuzz(func(t *testing.T, pack []byte) {
		if len(pack) > 32 { // else the checksum would stop nearly all of them
			sum := sha1.Sum(pack[:len(pack)-sha1.Size])
			copy(pack[len(pack)-sha1.Size:], sum[:])
		}
		d := newLimitedFixture(t, gitrepo.Limits{FileBytes: 1 << 16, PackContent: 1 << 20, TotalBytes: 1 << 20})
		_, _ = d.Unpack(t.Context(), pack)
	})
}

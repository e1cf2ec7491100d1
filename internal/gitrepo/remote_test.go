package gitrepo_test

import (
	"io"
	"log"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

const token = "geheim-4711"

// host is a git host of the real thing, over https, that accepts the token.
type host struct {
	git

	peers gitrepo.Peers
	url   string
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{git: newGit(t)}
	where, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{
		Path:   filepath.Join(strings.TrimSpace(string(where)), "git-http-backend"),
		Stderr: io.Discard,
		Env:    []string{"GIT_PROJECT_ROOT=" + h.folder, "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=ada", "GIT_CONFIG_NOSYSTEM=1", "HOME=" + h.folder},
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "ada" || password != token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	h.peers, h.url = gitrepo.Peers{Transport: server.Client().Transport}, server.URL
	return h
}

// peer is a repository of the host, visited with the right token.
func (h *host) peer(t *testing.T, name string) gitrepo.Peer {
	t.Helper()
	return gitrepo.Peer{Address: address(t, h.url+"/"+name), Credential: gitrepo.Credential{Username: "ada", Token: token}}
}

func address(t *testing.T, text string) gitrepo.Address {
	t.Helper()
	parsed, err := gitrepo.ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestFetchOverHTTPS(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	origin := h.repository("shop", sampleFiles())
	d := newFixture(t)
	for range 3 { // the first has everything to send, the second one commit, the third nothing
		fetched, err := d.Fetch(t.Context(), h.peers, h.peer(t, "shop/.git"), "")
		if err != nil {
			t.Fatal(err)
		}
		if want := origin.run("rev-parse", "HEAD"); string(fetched.Head) != want || fetched.Branch != "main" {
			t.Errorf("fetched %+v, want %s", fetched, want)
		}
		got, err := d.Files(t.Context(), fetched.Head)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(origin.read(), texts(got)); diff != "" {
			t.Error(diff)
		}
		if origin.run("rev-list", "--count", "HEAD") == "1" {
			origin.write(files{"nodes/new": "new"})
			origin.run("add", "--all")
			origin.run("commit", "--quiet", "--message=more")
		}
	}
	if branches, err := d.Branches(t.Context()); err != nil || len(branches) != 0 {
		t.Errorf("a fetch moved %v, %v", branches, err)
	}
	if remote, err := d.Remote(t.Context()); err != nil || len(remote) != 1 {
		t.Errorf("the peer was seen at %v, %v", remote, err)
	}
}

func TestPushOverHTTPS(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.run("init", "--quiet", "--bare", "--initial-branch=main", "shop.git")
	h.in("shop.git").run("config", "http.receivepack", "true")
	d := newFixture(t)
	first := d.commit("main", sampleFiles())
	second := d.commit("main", files{"a": "1"}, first.Hash)
	pushed, err := d.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "main")
	if err != nil || !pushed.IsNew || pushed.Head != second.Hash {
		t.Fatalf("got %+v, %v", pushed, err)
	}
	again, err := d.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "main")
	if err != nil || again.IsNew {
		t.Errorf("again: %+v, %v", again, err)
	}
	third := d.commit("main", files{"a": "2"}, second.Hash)
	if _, err := d.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "main"); err != nil {
		t.Fatal(err)
	}
	bare := h.in("shop.git")
	if head := bare.run("rev-parse", "main"); head != string(third.Hash) {
		t.Errorf("the host is at %s", head)
	}
	bare.run("fsck", "--strict")

	other := newFixture(t)
	other.commit("main", files{"other": "1"})
	if _, err := other.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "main"); !fault.Is(err, fault.Conflict) {
		t.Errorf("other commits: got %v, want a conflict", err)
	}
	if _, err := d.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "nothing"); !fault.Is(err, fault.NotFound) {
		t.Errorf("no such branch: got %v", err)
	}
	bare.run("config", "receive.denyNonFastForwards", "true")
	bare.write(files{"hooks/pre-receive": "#!/bin/sh\necho no >&2\nexit 1\n"})
	bare.executable("hooks/pre-receive")
	d.commit("main", files{"a": "3"}, third.Hash)
	if _, err := d.Push(t.Context(), h.peers, h.peer(t, "shop.git"), "main"); !fault.Is(err, fault.Conflict) {
		t.Errorf("a host that refuses: got %v, want a conflict", err)
	}
}

func TestHTTPSHostRejectsCredential(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.repository("shop", files{"a": "1"})
	h.run("init", "--quiet", "--bare", "empty.git")
	for name, change := range map[string]func(*gitrepo.Peer){
		"a wrong token":  func(p *gitrepo.Peer) { p.Credential.Token = "geheim-wrong" },
		"no token":       func(p *gitrepo.Peer) { p.Credential = gitrepo.Credential{} },
		"no repository":  func(p *gitrepo.Peer) { p.Address.Path = "/nothing" },
		"an empty one":   func(p *gitrepo.Peer) { p.Address.Path = "/empty.git" },
		"no such branch": func(*gitrepo.Peer) {},
	} {
		peer := h.peer(t, "shop/.git")
		change(&peer)
		_, err := newFixture(t).Fetch(t.Context(), h.peers, peer, "nothing")
		if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("%s: got %v, want invalid with a hint", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: the error holds the token: %v", name, err)
		}
	}
	stranger := gitrepo.Peers{CheckDial: anyAddress} // does not know who signed the certificate
	if _, err := newFixture(t).Fetch(t.Context(), stranger, h.peer(t, "shop/.git"), ""); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an unknown certificate: got %v, want unavailable", err)
	}
}

// TestMillraceFetchesFromMillrace: what is advertised and sent here is understood here.
func TestMillraceFetchesFromMillrace(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", sampleFiles())
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		if r.Method == http.MethodGet {
			err = d.Advertise(r.Context(), w, "main")
		} else {
			err = d.UploadPack(r.Context(), r.Body, w)
		}
		if err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	peers := gitrepo.Peers{Transport: server.Client().Transport}
	peer := gitrepo.Peer{Address: address(t, server.URL+"/x.git")}
	other := newFixture(t)
	head := first.Hash
	for range 3 {
		fetched, err := other.Fetch(t.Context(), peers, peer, "")
		if err != nil || fetched.Head != head {
			t.Fatalf("got %+v, %v; want %s", fetched, err, head)
		}
		if _, err := other.Files(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		head = d.commit("main", files{"a": string(head)}, head).Hash
	}
}

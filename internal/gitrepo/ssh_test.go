package gitrepo_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// sshHost is a git host over ssh that runs the real git for clients with the password or the key.
type sshHost struct {
	git

	address string
	key     ssh.Signer
}

func newSSHHost(t *testing.T, let ssh.PublicKey) *sshHost {
	t.Helper()
	h := &sshHost{git: newGit(t), key: newSigner(t)}
	config := &ssh.ServerConfig{
		PasswordCallback: func(_ ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if string(password) != token {
				return nil, errStranger
			}
			return nil, nil //nolint:nilnil // the library has it so: no permissions to speak of
		},
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if let == nil || string(key.Marshal()) != string(let.Marshal()) {
				return nil, errStranger
			}
			return nil, nil //nolint:nilnil // see above
		},
	}
	config.AddHostKey(h.key)
	listener := listen(t)
	h.address = "ssh://git@" + listener.Addr().String()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go h.serve(t.Context(), connection, config)
		}
	}()
	return h
}

type strangerError struct{}

func (strangerError) Error() string { return "unknown user" }

var errStranger = strangerError{}

func newSigner(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener
}

func (h *sshHost) serve(ctx context.Context, connection net.Conn, config *ssh.ServerConfig) {
	defer func() { _ = connection.Close() }()
	_, channels, requests, err := ssh.NewServerConn(connection, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, asked, err := offered.Accept()
		if err != nil {
			return
		}
		for request := range asked {
			_ = request.Reply(request.Type == "exec", nil)
			if request.Type == "exec" {
				h.exec(ctx, channel, string(request.Payload[4:]))
				break
			}
		}
	}
}

// exec runs what a client asks for, as a shell would, in the folder of the host.
func (h *sshHost) exec(ctx context.Context, channel ssh.Channel, line string) {
	defer func() { _ = channel.Close() }()
	command := exec.CommandContext(ctx, "sh", "-c", strings.Replace(line, "'/", "'./", 1))
	command.Dir, command.Stdout = h.folder, channel
	status := []byte{0, 0, 0, 0}
	in, err := command.StdinPipe()
	if err != nil || command.Start() != nil {
		return
	}
	go func() { _, _ = io.Copy(in, channel) }() // a command that has ended does not wait for the client
	if command.Wait() != nil {
		status[3] = 1
	}
	_, _ = channel.SendRequest("exit-status", false, status)
}

func (h *sshHost) peer(t *testing.T, name string, keys gitrepo.Keys) gitrepo.Peer {
	t.Helper()
	return gitrepo.Peer{Address: address(t, h.address+"/"+name), Credential: gitrepo.Credential{Username: "ada", Token: token}, Keys: keys}
}

func TestFetchAndPushOverSSH(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, nil)
	origin := h.repository("it's a shop", sampleFiles())
	d := newFixture(t)
	peer := h.peer(t, "x", d.storage)
	peer.Address.Path = "/it's a shop"
	fetched, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Files(t.Context(), fetched.Head)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(origin.read(), texts(got)); diff != "" {
		t.Error(diff)
	}
	if err := d.MoveBranch(t.Context(), "dev", "", fetched.Head); err != nil {
		t.Fatal(err)
	}
	made := d.commit("dev", files{"a": "1"}, fetched.Head)
	if _, err := d.Push(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "dev"); err != nil {
		t.Fatal(err)
	}
	if head := origin.run("rev-parse", "dev"); head != string(made.Hash) {
		t.Errorf("the host is at %s", head)
	}
	if known := d.storage.keys; len(known) != 1 || known[peer.Address.Host] != ssh.FingerprintSHA256(h.key.PublicKey()) {
		t.Errorf("what is remembered of hosts: %v", known)
	}
}

func TestSSHWithAPrivateKey(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	let, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	h := newSSHHost(t, let)
	h.repository("shop", files{"a": "1"})
	d := newFixture(t)
	peer := h.peer(t, "shop", d.storage)
	peer.Credential.Token = string(pem.EncodeToMemory(block))
	if _, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "main"); err != nil {
		t.Error(err)
	}
	peer.Credential.Token = "-----BEGIN OPENSSH PRIVATE KEY-----\ngeheim\n-----END OPENSSH PRIVATE KEY-----\n"
	if _, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "main"); !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "geheim") {
		t.Errorf("a broken key: got %v", err)
	}
}

// TestSSHHostKeyIsStored: a host that shows another key than before is not talked to.
func TestSSHHostKeyIsStored(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, nil)
	h.repository("shop", files{"a": "1"})
	d := newFixture(t)
	peer := h.peer(t, "shop", d.storage)
	d.storage.keys[peer.Address.Host] = "SHA256:another"
	_, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "")
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "SHA256:another") || !strings.Contains(fault.From(err).Hint, "gitRepo") {
		t.Errorf("got %v, want both keys", err)
	}
	peer.Keys = nil
	if _, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, ""); err == nil {
		t.Error("a host was used whose key cannot be stored")
	}
}

func TestSSHHostRejectsCredential(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, nil)
	h.repository("shop", files{"a": "1"})
	for name, change := range map[string]func(*gitrepo.Peer){
		"a wrong password": func(p *gitrepo.Peer) { p.Credential.Token = "geheim-wrong" },
		"no password":      func(p *gitrepo.Peer) { p.Credential = gitrepo.Credential{} },
		"no repository":    func(p *gitrepo.Peer) { p.Address.Path = "/nothing" },
		"no such branch":   func(*gitrepo.Peer) {},
	} {
		d := newFixture(t)
		peer := h.peer(t, "shop", d.storage)
		change(&peer)
		_, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress}, peer, "nothing")
		if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: got %v, want invalid with a hint", name, err)
		}
	}
}

// TestSilentSSHHosts: a host that says nothing, or nothing to the point, is left in time.
func TestSilentSSHHosts(t *testing.T) {
	t.Parallel()
	for name, greet := range map[string]string{"silence": "", "a mail server": "220 mail.example ESMTP\r\n", "half a greeting": "SSH-2.0-x\r\n"} {
		listener := listen(t)
		go func() {
			for {
				connection, err := listener.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(connection, greet)
			}
		}()
		d := newFixture(t)
		peer := gitrepo.Peer{Address: address(t, "ssh://git@"+listener.Addr().String()+"/x"), Keys: d.storage}
		if _, err := d.Fetch(t.Context(), gitrepo.Peers{CheckDial: anyAddress, Timeout: 300 * time.Millisecond}, peer, ""); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%s: got %v, want unavailable", name, err)
		}
	}
}

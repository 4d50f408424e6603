#!/bin/sh
# Several hosts on one machine, for MPI jobs that need them.
#
#   hosts.sh run N COMMAND...       runs a command on "login", the host that
#                                   starts jobs, beside node1 ... nodeN; all of
#                                   them are gone when it ends
#
# For the command, HOSTS_SH is this script and HOSTS_DIR a folder of the hosts:
#
#   hosts.sh agent HOST COMMAND...  runs a shell command on a host, as ssh does:
#                                   in /, with an environment of its own. For
#                                   plm_rsh_agent and -launcher-exec
#   hosts.sh kill HOST              kills all processes of a host
#   hosts.sh disk HOST COMMAND...   runs a command that sees the host's disks,
#                                   also after it was killed
#   hosts.sh up HOST                starts a host again after it was killed
#
# A host is a set of namespaces: network (an interface on a bridge), UTS (its
# name), IPC, PID (it cannot see or signal processes of other hosts) and mount.
# All hosts see the same file system, as on a cluster, except for what a node has
# for itself: /tmp, /dev/shm, /run with /run/local, a disk of LOCAL_SIZE (default 512m).
set -eu

NET=10.77.0
SELF=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

fail() {
	echo "hosts.sh: $*" >&2
	exit 1
}

# Whether this system lets us make hosts. One sentence says what is missing.
permitted() {
	for tool in unshare nsenter ip mount; do
		command -v $tool >/dev/null 2>&1 || fail "there is no command $tool: install util-linux and iproute2"
	done
	unshare -n -u -i -m -p -f true 2>/dev/null ||
		fail "this system does not permit new network, UTS, IPC, mount and PID namespaces: run as root, in a container with CAP_SYS_ADMIN"
	unshare -n ip link add br0 type bridge 2>/dev/null ||
		fail "this system cannot make a network bridge: run as root, with CAP_NET_ADMIN and the kernel module bridge"
	unshare -n ip link add v0 type veth peer name v1 2>/dev/null ||
		fail "this system cannot make a pair of network interfaces: it needs the kernel module veth"
}

# The first process of "login": makes the nodes, and runs the command.
site() {
	n=$1
	shift
	mount --make-rprivate /
	hostname login
	mkdir -p "$HOSTS_DIR/of"
	: >"$HOSTS_DIR/names"
	echo "127.0.0.1 localhost" >"$HOSTS_DIR/etc"
	echo "$NET.254 login" >>"$HOSTS_DIR/etc"
	for i in $(seq "$n"); do
		echo "$NET.$i node$i" >>"$HOSTS_DIR/etc"
		echo "node$i" >>"$HOSTS_DIR/names"
	done
	mount --bind "$HOSTS_DIR/etc" /etc/hosts
	ip link set lo up
	# A bridge without an address of its own takes one of its ports', and another one when a host starts again.
	ip link add br0 address 02:00:00:00:00:fe type bridge
	ip addr add $NET.254/24 dev br0
	ip link set br0 up
	for i in $(seq "$n"); do
		up "node$i"
	done
	code=0
	"$@" || code=$?
	exit $code
}

# Starts a host, and waits until it can be used.
up() {
	i=${1#node}
	rm -f "$HOSTS_DIR/of/$1".*
	unshare -n -u -i -m -p -f --mount-proc --kill-child sh "$SELF" node "$1" </dev/null >"$HOSTS_DIR/of/$1.out" 2>&1 &
	echo $! >"$HOSTS_DIR/of/$1.unshare"
	for _ in $(seq 500); do
		[ ! -e "$HOSTS_DIR/of/$1.made" ] || break
		sleep 0.01
	done
	[ -e "$HOSTS_DIR/of/$1.made" ] || fail "$1 did not start: $(cat "$HOSTS_DIR/of/$1.out")"
	# unshare's only child is the host's first process.
	pid=$(cat "/proc/$(cat "$HOSTS_DIR/of/$1.unshare")/task/$(cat "$HOSTS_DIR/of/$1.unshare")/children")
	pid=${pid% }
	ip link del "v$i" 2>/dev/null || :
	# With the address that it had before: the others remember that for up to a minute.
	ip link add "v$i" type veth peer name eth0 address "$(printf 02:00:00:00:00:%02x "$i")" netns "$pid"
	ip link set "v$i" master br0 up
	nsenter -t "$pid" -n ip link set lo up
	nsenter -t "$pid" -n ip addr add "$NET.$i/24" dev eth0
	nsenter -t "$pid" -n ip link set eth0 up
	# Its disks outlive its processes: this one, which is not on the host, holds them.
	nsenter -t "$pid" -m sleep infinity </dev/null >/dev/null 2>&1 &
	echo $! >"$HOSTS_DIR/of/$1.disk"
	echo "$pid" >"$HOSTS_DIR/of/$1.pid"
}

# The first process of a host. It waits for all that lose their parent.
node() {
	mount --make-rprivate /
	hostname "$1"
	for dir in /tmp /dev/shm /run; do
		mount -t tmpfs -o mode=1777 tmpfs $dir
	done
	mkdir /run/local
	mount -t tmpfs -o "mode=1777,size=${LOCAL_SIZE:-512m}" tmpfs /run/local
	# Numbers of processes differ between hosts: libraries take them for names.
	echo "${1#node}000" >/proc/sys/kernel/ns_last_pid
	: >"$HOSTS_DIR/of/$1.made"
	trap : TERM INT
	while :; do
		sleep 1000000 &
		wait $! || :
	done
}

process_of() {
	cat "$HOSTS_DIR/of/$1.$2" 2>/dev/null || fail "there is no host $1"
}

# As ssh: options first, then the host, then words that a shell joins.
agent() {
	while :; do
		case ${1-} in
		-x | -q | -n | -T) shift ;;
		-*) fail "the agent does not know the option $1" ;;
		*) break ;;
		esac
	done
	pid=$(process_of "$1" pid)
	shift
	# sshd would not have these variables of the launcher either; nor its limits, but those do no harm.
	exec nsenter -t "$pid" -n -u -i -m -p --wd=/ env -i HOME="${HOME:-/root}" USER="${USER:-root}" SHELL=/bin/sh \
		PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin HOSTS_DIR="$HOSTS_DIR" HOSTS_SH="$HOSTS_SH" sh -c "$*"
}

case ${1-} in
run)
	[ $# -ge 3 ] || fail "run needs a number of nodes and a command"
	permitted
	shift
	# Not below /tmp, which nodes have for themselves.
	HOSTS_DIR=$(mktemp -d "${HOSTS_PARENT:-/var/tmp}/gomarmot-hosts.XXXXXX")
	trap 'rm -rf "$HOSTS_DIR"' EXIT
	export HOSTS_DIR HOSTS_SH="$SELF"
	code=0
	unshare -n -u -i -m -p -f --mount-proc --kill-child sh "$SELF" site "$@" || code=$?
	exit $code
	;;
site) shift && site "$@" ;;
node) node "$2" ;;
up) up "$2" ;;
agent) shift && agent "$@" ;;
kill)
	kill -KILL "$(process_of "$2" pid)"
	;;
disk)
	pid=$(process_of "$2" disk)
	shift 2
	exec nsenter -t "$pid" -m "$@"
	;;
*) fail "it needs one of: run, agent, kill, disk, up" ;;
esac

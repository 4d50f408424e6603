// Objects sent by Boost.MPI: serialized, as a datatype, as skeleton and content,
// and through collective calls; and tasks that the master hands out.
#include <boost/mpi.hpp>
#include <boost/mpi/skeleton_and_content.hpp>
#include <boost/serialization/list.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <functional>
#include <iostream>
#include <list>
#include <numeric>
#include <vector>

namespace mpi = boost::mpi;

struct Point {
	double x, y;
	int id;
	template <class Archive> void serialize(Archive &archive, unsigned) { archive &x &y &id; }
};
BOOST_IS_MPI_DATATYPE(Point)

int main(int argc, char **argv)
{
	mpi::environment environment(argc, argv);
	mpi::communicator world;
	const int me = world.rank(), size = world.size(), next = (me + 1) % size, before = (me + size - 1) % size;
	double sum = 0;

	// around the ring, blocking and not
	std::map<std::string, std::vector<int>> out{{"rank", {me}}, {"squares", {me * me, me * me + 1}}}, in;
	mpi::request requests[2] = {world.isend(next, 0, out), world.irecv(before, 0, in)};
	mpi::wait_all(requests, requests + 2);
	sum += in["squares"][0] + in["rank"][0];
	Point mine{0.5 * me, 1, me}, theirs;
	mpi::request sent = world.isend(next, 1, mine);
	world.recv(before, 1, theirs);
	sent.wait();
	sum += theirs.x + theirs.id;
	std::vector<double> numbers(1000 * (me + 1), me), others;
	sent = world.isend(next, 2, numbers);
	world.recv(before, 2, others);
	sent.wait();
	sum += std::accumulate(others.begin(), others.end(), 0.0);

	// the shape once, the content three times
	std::list<double> list(50, 0.0);
	if (me == 0)
		for (int to = 1; to < size; to++)
			world.send(to, 3, mpi::skeleton(list));
	else
		world.recv(0, 3, mpi::skeleton(list));
	mpi::content content = mpi::get_content(list);
	for (int round = 1; round <= 3; round++) {
		if (me == 0)
			list.assign(50, round);
		broadcast(world, content, 0);
		sum += list.back();
	}

	// tasks for whoever is free
	if (me == 0) {
		int given = 0, back = 0;
		for (int to = 1; to < size; to++)
			world.send(to, 4, given++);
		for (; back < 20; back++) {
			std::string answer;
			mpi::status from = world.recv(mpi::any_source, 5, answer);
			sum += answer.size();
			if (given < 20)
				world.send(from.source(), 4, given++);
		}
		for (int to = 1; to < size; to++)
			world.send(to, 6);
	} else {
		for (;;) {
			int task;
			mpi::status what = world.probe(0, mpi::any_tag);
			if (what.tag() == 6) {
				world.recv(0, 6);
				break;
			}
			world.recv(0, 4, task);
			world.send(0, 5, std::string(task, 'x'));
		}
	}

	std::vector<std::string> names;
	gather(world, std::string(me + 1, 'a'), names, 0);
	for (const std::string &name : names)
		sum += name.size();
	std::vector<std::vector<int>> to_all(size, std::vector<int>(me + 2, me)), from_all;
	all_to_all(world, to_all, from_all);
	for (const std::vector<int> &v : from_all)
		sum += std::accumulate(v.begin(), v.end(), 0);
	mpi::communicator half = world.split(me % 2);
	sum += all_reduce(half, me, mpi::maximum<int>()) + scan(world, me, std::plus<int>());
	std::string longest = all_reduce(world, std::string(me, 'b'), [](const std::string &a, const std::string &b) { return a.size() > b.size() ? a : b; });
	sum += longest.size();
	double total;
	reduce(world, sum, total, std::plus<double>(), 0);
	if (me == 0)
		std::cout << "checksum " << total << std::endl;
}

/* What C++ makes of calls: values that are returned in memory at the end of a block, exceptions
 * on the way. The program prints what it has computed. */
#include <algorithm>
#include <complex>
#include <cstdio>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Triple {
	double x, y, z;
};

Triple triple(double x)
{
	if (x > 7)
		throw std::out_of_range("large");
	return {x, 2 * x, 3 * x};
}

template <typename T> double total(const std::vector<T> &list)
{
	double sum = 0;
	for (const T &one : list)
		sum += one.x + one.y + one.z;
	return sum;
}

std::map<std::string, std::vector<Triple>> made()
{
	std::map<std::string, std::vector<Triple>> all;
	for (int i = 0; i < 12; i++) {
		Triple last = {0, 0, 0};
		try {
			last = triple(i);
		} catch (const std::out_of_range &e) {
			last = {double(e.what()[0]), 0, 0};
		}
		all[std::to_string(i % 3)].push_back(last);
	}
	return all;
}

} // namespace

int main()
{
	double sum = 0;
	for (const auto &[name, list] : made())
		sum += total(list) * name[0];
	std::vector<std::complex<double>> waves(9, {1, 2});
	std::partial_sum(waves.begin(), waves.end(), waves.begin());
	std::reverse(waves.begin(), waves.end());
	for (const auto &w : waves)
		sum += std::abs(w * w);
	std::printf("%.6f\n", sum);
}

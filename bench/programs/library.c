/* callcost.c as a library: its main is called bench_main, and this program calls it. */
int bench_main(int argc, char **argv);

int main(int argc, char **argv)
{
	return bench_main(argc, argv);
}

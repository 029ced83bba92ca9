/**
 * Why a library finds no kernels: which files of its databases it tries, in which order, which of
 * them exist, and how to fix it.
 *
 * <p>The orders are those of the libraries' sources: {@code tensile_host.cpp} of rocBLAS and
 * hipBLASLt, {@code rtc_cache.cpp} of rocFFT, MIOpen's and AOTriton's documentation. A library
 * looks beside its own file, after its links were followed, unless a variable names another place.
 */
package org.kpackworkbench.model.analysis.doctor;

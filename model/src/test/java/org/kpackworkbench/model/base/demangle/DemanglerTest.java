package org.kpackworkbench.model.base.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemanglerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "_Z",
        "__Z1fv",
        "main",
        "_ZN",
        "_Z1",
        "_Z9short",
        "saxpy.kd",
        "_Z1fvX",
        "?f@@YAXXZ",
        "_R1f"
      })
  void leavesWhatIsNoMangledName(String name) {
    assertThat(Demangler.demangle(name)).isEqualTo(name);
    assertThat(Demangler.shortName(name)).isEqualTo(name);
    assertThat(Demangler.tryDemangle(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          _Z5saxpyfPKfPfi.kd                       | saxpy(float, float const*, float*, int) (.kd)
          _Z1fIiEvT_.isra.0                        | void f<int>(int) (.isra.0)
          _ZL3bufB3abc.intern.0123456789abcdef     | buf[abi:abc] (.intern.0123456789abcdef)
          _Z20__device_stub__saxpyPf               | __device_stub__saxpy(float*)
          ___Z4mainv_block_invoke_2                | invocation function for block in main()
          _Z6kernelPU3AS1KfPU3AS3jI                | _Z6kernelPU3AS1KfPU3AS3jI
          _Z6kernelPU3AS1KfPU3AS3j                 | kernel(float const AS1*, unsigned int AS3*)
          """)
  void keepsWhatWasAppended(String mangled, String expected) {
    assertThat(Demangler.demangle(mangled)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          _ZN12rocrand_impl4host15generate_kernelILNS0_23generate_kernel_methodsE3EEEvi | rocrand_impl::host::generate_kernel
          _Z6kernelI15HIP_vector_typeIfLj4EEEvPT_PKS2_ | kernel
          _Z5saxpyfPKfPfi.kd                       | saxpy (.kd)
          _ZNSt6vectorIiSaIiEEC1Ev                 | std::vector::vector
          _ZNSsD1Ev                                | std::basic_string::~basic_string
          _ZN1AcvPT_IiEEv                          | A::operator int*
          _ZZ1fIiEvT_ENKUliE0_clEi                 | f::'lambda0'::operator()
          _ZTVN1A1BIiEE                            | vtable for A::B
          _ZThn8_N1A1fEv                           | non-virtual thunk to A::f
          _ZplRK1AS1_                              | operator+
          _ZN1A1fB5cxx11Ev                         | A::f
          _ZN12_GLOBAL__N_11fEv                    | (anonymous namespace)::f
          _ZSt4cout                                | std::cout
          """)
  void shortNameIsTheQualifiedNameAlone(String mangled, String expected) {
    assertThat(Demangler.shortName(mangled)).isEqualTo(expected);
  }

  @Test
  void lengthsCountBytesOfIdentifiersBeyondAscii() {
    assertThat(Demangler.demangle("_ZN6größe4näheEv")).isEqualTo("_ZN6größe4näheEv");
    assertThat(Demangler.demangle("_ZN7größe5näheEv")).isEqualTo("größe::nähe()");
  }
}

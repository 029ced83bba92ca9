package org.kpackworkbench.views.kit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "void host::detail::generate<float, a::b>(float*) | generate<float, a::b>(float*)",
        "saxpy(float, float const*) | saxpy(float, float const*)",
        "(anonymous namespace)::scale(int) | scale(int)",
        "a::(anonymous namespace)::scale(int) | scale(int)",
        "void a::holder<int>::run<float>(int) | run<float>(int)",
        "std::pair<int, int> make<int>(int) | make<int>(int)",
        "plain_name | plain_name",
        "a::operator<(a::b, a::b) | a::operator<(a::b, a::b)",
        "broken<name( | broken<name("
      })
  void whatAllHaveInCommonIsLeftOut(String name, String brief) {
    assertThat(FunctionName.brief(name)).isEqualTo(brief);
  }
}

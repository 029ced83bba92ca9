package org.kpackworkbench.model.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;

class PlaceSyntaxTest {
  private static Place parse(String fixture, String text) throws IOException, PlaceSyntaxException {
    try (Document document = StandardFormats.all().open(Fixtures.path(fixture), Progress.NONE)) {
      return PlaceSyntax.parse(text, document, StandardFormats.all());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "libdrift.so|offset:0x40+16|Bytes|0x40, 16 bytes|0x40+0x10",
        "libdrift.so|offset:64|Bytes|0x40, 0 bytes|0x40+0x0",
        "libdrift.so|section:.hip_fatbin|Section|.hip_fatbin|0x2000+0x10000",
        "libdrift.so|section:1|Section|.note.gnu.build-id|0x270+0x24",
        "libdrift.so|segment:1|Segment|LOAD 1|0x0+0x124bc",
        "libdrift.so|symbol:kpackfix_host_calls|Symbol|kpackfix_host_calls|*",
        "libdrift.so|wrapper:3|Wrapper|wrapper 3|*",
        "libdrift.so|bundle:3|Bundle|bundle 3|*",
        "libdrift.so|key:libdrift.so#2@gfx942|CodeObject|libdrift.so#2 @ gfx942|*",
        "libdrift.so|key:@gfx1030|CodeObject|libdrift.so#3 @ gfx1030|*",
        "libdrift.so|key:#3|CodeObject|libdrift.so#3 @ gfx1030|*",
        "libhostonly.so|marker|Marker|marker|0x1000+0x72",
        "libstatic.a|member:small1.o|Member|small1.o|*",
        "bundle.co|bundle:0|Bundle|bundle 0|0x0+0xfac8",
        "kinds-gfx1100.hsaco|kernel:kpackfix::count|Kernel|*|*",
        "kinds-gfx1100.hsaco|kernel:_ZN8kpackfix5countEi|Kernel|kernel _ZN8kpackfix5countEi|*",
        "kinds-gfx1100.hsaco|section:.text|Section|.text|0x3000+0x1044",
        "bundle.co|key:@gfx1100 kernel:kpackfix::count|Kernel|kernel _ZN8kpackfix5countEi|*",
      })
  void findsWhatIsNamed(String fixture, String text, String type, String label, String range)
      throws IOException, PlaceSyntaxException {
    Place place = parse(fixture, text);
    assertThat(place.getClass().getSimpleName()).isEqualTo(type);
    if (!label.equals("*")) {
      assertThat(place.label()).isEqualTo(label);
    }
    if (!range.equals("*")) {
      assertThat(Objects.toString(place.range())).isEqualTo(range);
    }
    assertThat(place.file()).isEqualTo(Fixtures.path(fixture));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "libdrift.so|nonsense|\"nonsense\" is not a place; forms: offset:0x1000+16, section:NAME",
        "libdrift.so|section:.nope|no such section; there are .note.gnu.build-id, .dynsym",
        "libdrift.so|section:99|no such section; there are 0 to ",
        "libdrift.so|segment:x|no such segment; there are 0 to ",
        "libdrift.so|wrapper:5|no such wrapper; there are 0 to 4",
        "libdrift.so|marker|no such marker; there are none",
        "libdrift.so|offset:0x100000000|not all inside the file",
        "libdrift.so|offset:0+0x100000000|not all inside the file",
        "libdrift.so|key:@gfx942|3 code objects match; say which: key:BINARY#INDEX@TARGET",
        "libdrift.so|key:other|no such code object; there are libdrift.so#0@gfx1100",
        "libdrift.so|kernel:x|say which code object of this file: key:BINARY#INDEX@TARGET kernel:x",
        "libdrift.so|member:x|this file (ELF binary) has no members",
        "libstatic.a|member:x|no such member; there are drift0.o",
        "kinds-gfx1100.hsaco|kernel:x|no such kernel; there are",
        "bundle.co|section:.text|has no sections",
      })
  void saysWhatThereIsInstead(String fixture, String text, String words) {
    assertThatThrownBy(() -> parse(fixture, text))
        .isInstanceOf(PlaceSyntaxException.class)
        .hasMessageContaining(words);
  }
}

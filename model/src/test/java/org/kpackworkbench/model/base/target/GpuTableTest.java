package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuTableTest {
  @ParameterizedTest
  @CsvSource({
    "gfx11xx, gfx1100, true",
    "gfx11xx, gfx1153, true",
    "gfx1103, gfx110x, true",
    "gfx110x, gfx1150, false",
    "gfx120x, gfx1201, true",
    "gfx11xx, gfx1201, false",
    "gfx11xx, gfx110, false",
    "gfx11xx, gfx11-generic, false",
    "gfx11, gfx1100, true",
    "gfx11, gfx115x, true",
    "gfx11, gfx11xx, true",
    "gfx11, gfx1201, false",
    "gfx9, gfx90a, true",
    "gfx12_0, gfx1201, true",
    "gfx12_0, gfx1250, false",
    "gfx9_4, gfx942, true",
    "gfx9_4, gfx950, false",
    "gfx9_0, gfx90a, true",
    "gfx9_0, gfx942, false",
    "gfx942, gfx942, true",
    "gfx942, gfx90a, false",
    "gfx103X-igpu, gfx1035, true",
    "gfx103X-igpu, gfx1030, false",
    "gfx103X-dgpu, gfx1035, false",
    "gfx110X-all, gfx110X-igpu, true",
    "gfx1250v0, gfx1250, true"
  })
  void relatesGroupsToTheirMembers(String one, String other, boolean related) {
    assertThat(GpuTable.related(one, other)).isEqualTo(related);
    assertThat(GpuTable.related(other, one)).isEqualTo(related);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx94X-dcgpu, gfx942",
    "gfx94x_dcgpu, gfx942",
    "GFX950-ALL, gfx950",
    "gfx101X-dgpu, gfx1010 gfx1011 gfx1012",
    "gfx103X-all, gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036",
    "gfx103X-dgpu, gfx1030 gfx1031 gfx1032 gfx1034",
    "gfx103X-igpu, gfx1033 gfx1035 gfx1036",
    "gfx110X-igpu, gfx1103",
    "gfx115X-igpu, gfx1150 gfx1151 gfx1152 gfx1153",
    "gfx125X-dcgpu, gfx1250",
    "igpu-all, gfx90c gfx1033 gfx1035 gfx1036 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153",
    "dcgpu-all, gfx908 gfx90a gfx942 gfx950 gfx1250",
    "gfx10-1, gfx1010 gfx1011 gfx1012 gfx1013",
    "gfx11_5, gfx1150 gfx1151 gfx1152 gfx1153",
    "gfx12_5, gfx1250 gfx1251",
    "gfx94X-igpu, ''",
    "gfx942, ''",
    "foo, ''"
  })
  void listsExactMembers(String group, String members) {
    assertThat(String.join(" ", GpuTable.members(group))).isEqualTo(members);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx942, gfx9_4 gfx9",
    "gfx90a, gfx9_0 gfx9",
    "gfx1030, gfx10_3 gfx10",
    "gfx1151, gfx115x gfx11",
    "gfx11_0, gfx11",
    "gfx1201, gfx12_0 gfx12",
    "gfx12, ''",
    "gfx803, ''"
  })
  void findsKeysAbove(String key, String above) {
    assertThat(String.join(" ", GpuTable.above(key))).isEqualTo(above);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx900, gfx9-generic, gfx9-generic",
    "gfx906:xnack-, gfx9-generic:xnack-, gfx9-generic:xnack-",
    "gfx942:sramecc+:xnack-, gfx9-4-generic:sramecc+:xnack-, gfx9-4-generic:sramecc+:xnack-",
    "gfx940, '', gfx9-4-generic",
    "gfx1013, gfx10-1-generic, gfx10-1-generic",
    "gfx1153, gfx11-generic, gfx11-generic",
    "gfx1154, '', gfx11-generic",
    "gfx1171, '', gfx11-7-generic",
    "gfx1250, gfx12-5-generic, gfx12-5-generic",
    "gfx1251, '', gfx12-5-generic",
    "gfx1310, '', gfx13-generic",
    "gfx908, '', ''",
    "gfx90a:xnack+, '', ''",
    "gfx1250-strict, '', ''",
    "gfx11-generic, '', ''"
  })
  void tellsHandedGenericsFromThoseOfLlvm(String device, String handed, String runnable) {
    GpuTarget target = GpuTarget.parse(device);
    assertThat(text(GpuTable.generics(target))).isEqualTo(handed);
    assertThat(text(GpuTable.runnable(target))).isEqualTo(runnable);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx90a, gfx90a:sramecc+:xnack- gfx90a:sramecc+:xnack+ gfx90a:sramecc-:xnack-"
        + " gfx90a:sramecc-:xnack+",
    "gfx1010, gfx1010:xnack- gfx1010:xnack+",
    "gfx90a:xnack+, gfx90a:xnack+",
    "gfx1100, gfx1100",
    "gfx1250, gfx1250",
    "gfx9-4-generic, gfx9-4-generic"
  })
  void listsSettingsDefaultFirst(String target, String settings) {
    assertThat(text(GpuTable.settings(GpuTarget.parse(target)))).isEqualTo(settings);
  }

  @ParameterizedTest
  @CsvSource({
    "gxf1032, gfx1032",
    "gfx9402, gfx942",
    "gfx10033, gfx1033",
    "MI3000X, MI300X",
    "gfx94X-dgpu, gfx94X-dcgpu",
    "nothing like it, ''"
  })
  void suggestsNearNames(String text, String near) {
    List<String> found = GpuTable.nearest(text, 3);
    if (near.isEmpty()) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).contains(near);
    }
  }

  @Test
  void listsOnlyKnownProcessors() {
    for (String group : GpuTable.groups()) {
      assertThat(GpuTable.members(group)).isNotEmpty().allMatch(GpuTable::isDevice);
    }
    assertThat(GpuTable.products().keySet()).allMatch(GpuTable::isDevice);
    for (GpuTable.Listed each : GpuTable.processors()) {
      assertThat(GpuTable.runners(each.name())).allMatch(GpuTable::isDevice);
    }
  }

  @Test
  void keepsNamesOfTheFirstTable() {
    assertThat(GpuTable.olderName(GpuTarget.parse("gfx10-3-generic:xnack-")))
        .contains(GpuTarget.parse("gfx10-generic:xnack-"));
    assertThat(GpuTable.olderName(GpuTarget.parse("gfx11-generic"))).isEmpty();
    assertThat(GpuTable.runners("gfx12-generic")).containsExactly("gfx1200", "gfx1201");
  }

  private static String text(List<GpuTarget> targets) {
    return String.join(" ", targets.stream().map(GpuTarget::toString).toList());
  }
}

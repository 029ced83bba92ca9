# Splits the artifacts of a build by GPU architecture, as a part of the build. Needs CMake 3.21.
#
#   list(APPEND CMAKE_MODULE_PATH /usr/share/kpack-workbench/cmake)
#   include(KpackWorkbench)
#   kpack_split_artifacts(
#     NAME <target> ARTIFACT_DIRS <folder>... OUTPUT_DIR <folder>
#     [TOPOLOGY <file>] [SPLIT_DATABASES <name>...] [GPU_TARGETS <target>...]
#     [OPTIONS <option of split>...] [DEPENDS <file or target>...])
#
# adds <target> to the default build. Each artifact (a folder with artifact_manifest.txt) has a rule of its own, so that they
# are split side by side. It runs again when a file or folder of the artifact changes, or the topology, or the command line.
# The new artifacts depend on what is in the old ones, so they are known only after the first build: the next one reads their
# list, and from then on every file is an output of its rule. A file that was deleted is made again, without splitting what is
# still there. Artifacts that a run no longer makes, such as those of a GPU that is no longer built for, are
# removed.

if(CMAKE_SCRIPT_MODE_FILE AND CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  # The rule of one artifact: cmake -D ARTIFACT= -D OUTPUT= -D STATE= [-D REPAIR=ON] -P KpackWorkbench.cmake -- PROGRAM split OPTION...
  cmake_policy(VERSION 3.21)
  set(command)
  set(behind OFF)
  math(EXPR last "${CMAKE_ARGC} - 1")
  foreach(at RANGE ${last})
    if(behind)
      list(APPEND command "${CMAKE_ARGV${at}}")
    elseif(CMAKE_ARGV${at} STREQUAL "--")
      set(behind ON)
    endif()
  endforeach()

  # Removes the artifacts that a former run made and the last one did not.
  macro(remove_former)
    if(EXISTS "${STATE}.former")
      file(STRINGS "${STATE}.former" former ENCODING UTF-8)
      foreach(name IN LISTS former)
        if(NOT name STREQUAL "")
          file(REMOVE_RECURSE "${OUTPUT}/${name}" "${OUTPUT}/${name}.sha256sum")
        endif()
      endforeach()
    endif()
  endmacro()

  if(REPAIR)
    # Ninja makes the folders of all outputs that it knows, also of those that are removed.
    remove_former()
    file(STRINGS "${STATE}.files" made ENCODING UTF-8)
    set(missing)
    foreach(file IN LISTS made)
      if(NOT EXISTS "${file}" AND NOT IS_SYMLINK "${file}")
        list(APPEND missing "${file}")
      endif()
    endforeach()
    if(NOT missing)
      return()
    endif()
  endif()

  execute_process(
    COMMAND ${command} --artifact-dir "${ARTIFACT}" --output "${OUTPUT}" --force --json
    RESULT_VARIABLE status OUTPUT_VARIABLE report)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARTIFACT} was not split (exit status ${status})")
  endif()

  set(names)
  set(files)
  string(JSON count LENGTH "${report}" artifacts)
  math(EXPR last "${count} - 1")
  foreach(at RANGE ${last})
    string(JSON path GET "${report}" artifacts ${at} path)
    get_filename_component(path "${path}" ABSOLUTE)
    get_filename_component(name "${path}" NAME)
    list(APPEND names "${name}")
    if(IS_DIRECTORY "${path}")
      file(GLOB_RECURSE inside LIST_DIRECTORIES OFF "${path}/*")
      list(APPEND files ${inside})
    else()
      list(APPEND files "${path}" "${path}.sha256sum")
    endif()
  endforeach()
  list(SORT files)

  set(former)
  foreach(list names former)
    if(EXISTS "${STATE}.${list}")
      file(STRINGS "${STATE}.${list}" lines ENCODING UTF-8)
      list(APPEND former ${lines})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES former)
  list(REMOVE_ITEM former ${names})
  list(JOIN former "\n" lines)
  file(WRITE "${STATE}.former" "${lines}\n")
  list(JOIN names "\n" lines)
  file(WRITE "${STATE}.names" "${lines}\n")
  remove_former()
  list(JOIN files "\n" lines)
  # CMake runs again only if the list has changed.
  file(CONFIGURE OUTPUT "${STATE}.files" CONTENT "${lines}\n" @ONLY)

  # Folders, too: they change when a file is added or deleted.
  set(read "${ARTIFACT}")
  if(IS_DIRECTORY "${ARTIFACT}")
    file(GLOB_RECURSE inside LIST_DIRECTORIES ON "${ARTIFACT}/*")
    list(APPEND read ${inside})
  endif()
  string(REGEX REPLACE "([ #])" "\\\\\\1" read "${read}")
  string(REPLACE "$" "$$" read "${read}")
  list(JOIN read " \\\n  " read)
  string(REPLACE " " "\\ " stamp "${STATE}.stamp")
  file(WRITE "${STATE}.d" "${stamp}: ${read}\n")
  file(TOUCH "${STATE}.stamp")
  return()
endif()

find_program(KPACK_WORKBENCH kpack-workbench HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" REQUIRED)
set(_kpack_module "${CMAKE_CURRENT_LIST_FILE}")

function(kpack_split_artifacts)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;OUTPUT_DIR;TOPOLOGY"
    "ARTIFACT_DIRS;SPLIT_DATABASES;GPU_TARGETS;OPTIONS;DEPENDS")
  foreach(needed NAME ARTIFACT_DIRS OUTPUT_DIR)
    if(NOT arg_${needed})
      message(FATAL_ERROR "kpack_split_artifacts needs ${needed}")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kpack_split_artifacts does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  cmake_policy(SET CMP0116 NEW)
  get_filename_component(output "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(options ${arg_OPTIONS})
  if(arg_TOPOLOGY)
    get_filename_component(topology "${arg_TOPOLOGY}" ABSOLUTE)
    list(APPEND options "--topology=${topology}")
    list(APPEND arg_DEPENDS "${topology}")
  endif()
  if(arg_SPLIT_DATABASES)
    list(JOIN arg_SPLIT_DATABASES "," names)
    list(APPEND options "--split-databases=${names}")
  endif()
  foreach(target IN LISTS arg_GPU_TARGETS)
    list(APPEND options "--target=${target}")
  endforeach()

  set(outputs)
  set(checks)
  foreach(artifact IN LISTS arg_ARTIFACT_DIRS)
    get_filename_component(artifact "${artifact}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(name "${artifact}" NAME)
    set(content "${artifact}")
    if(NOT name MATCHES "\\.tar\\.(zst|xz)$")
      set(content "${artifact}/artifact_manifest.txt")
    endif()
    set(state "${CMAKE_CURRENT_BINARY_DIR}/kpack/${arg_NAME}/${name}")
    if(NOT EXISTS "${state}.files")
      file(WRITE "${state}.files" "")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${state}.files")
    file(STRINGS "${state}.files" files ENCODING UTF-8)
    set(rule "${CMAKE_COMMAND}" "-DARTIFACT=${artifact}" "-DOUTPUT=${output}" "-DSTATE=${state}")
    set(program -P "${_kpack_module}" -- "${KPACK_WORKBENCH}" split ${options})
    add_custom_command(OUTPUT "${state}.stamp"
      COMMAND ${rule} ${program}
      DEPENDS "${content}" ${arg_DEPENDS} DEPFILE "${state}.d"
      COMMENT "Splitting ${name}" VERBATIM)
    list(APPEND outputs "${state}.stamp")
    if(CMAKE_GENERATOR MATCHES "Makefiles")
      # They do not know which files are made: each build looks for them.
      list(APPEND checks COMMAND ${rule} -DREPAIR=ON ${program})
    elseif(files)
      add_custom_command(OUTPUT "${state}.checked" BYPRODUCTS ${files}
        COMMAND ${rule} -DREPAIR=ON ${program}
        COMMAND "${CMAKE_COMMAND}" -E touch "${state}.checked"
        DEPENDS "${state}.stamp"
        COMMENT "Checking the artifacts of ${name}" VERBATIM)
      list(APPEND outputs "${state}.checked")
    endif()
  endforeach()
  add_custom_target("${arg_NAME}" ALL ${checks} DEPENDS ${outputs} VERBATIM)
endfunction()

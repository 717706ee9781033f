# Target metal_cpp: Apple's metal-cpp headers and the frameworks behind them, for a build on a Mac.
# The headers come from METAL_CPP_DIR (a folder with Foundation/ and Metal/, as in Apple's archive) or
# out of the mlx-metal wheel, which pip downloads at configuration time.
#
# This file has not been run on a Mac; what is checked elsewhere is that every file compiles for arm64
# macOS against these headers (cmake/macos/check.py).
set(METAL_CPP_DIR "$ENV{METAL_CPP_DIR}" CACHE PATH "Folder with Apple's metal-cpp headers")
if(NOT EXISTS "${METAL_CPP_DIR}/Metal/Metal.hpp")
  find_package(Python COMPONENTS Interpreter REQUIRED)
  set(_wheel_dir "${CMAKE_BINARY_DIR}/metal-cpp")
  if(NOT EXISTS "${_wheel_dir}/mlx/include/metal_cpp/Metal/Metal.hpp")
    file(MAKE_DIRECTORY "${_wheel_dir}")
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -m pip download --quiet --no-deps --only-binary=:all:
              --python-version 3.12 --platform macosx_15_0_arm64 --dest "${_wheel_dir}" mlx-metal
      RESULT_VARIABLE _failed)
    file(GLOB _wheel "${_wheel_dir}/mlx_metal-*.whl")
    if(_failed OR NOT _wheel)
      message(FATAL_ERROR "Apple's metal-cpp headers were not found and could not be downloaded: "
                          "set METAL_CPP_DIR to a folder with Foundation/ and Metal/.")
    endif()
    file(ARCHIVE_EXTRACT INPUT "${_wheel}" DESTINATION "${_wheel_dir}"
         PATTERNS "mlx/include/metal_cpp/*")
  endif()
  set(METAL_CPP_DIR "${_wheel_dir}/mlx/include/metal_cpp" CACHE PATH "" FORCE)
endif()

add_library(metal_cpp INTERFACE)
target_include_directories(metal_cpp SYSTEM INTERFACE "${METAL_CPP_DIR}")
target_link_libraries(metal_cpp INTERFACE "-framework Metal" "-framework Foundation"
                                          "-framework CoreFoundation" objc)
